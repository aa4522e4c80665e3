
"use strict";
// Assumptions: what people call the keys of a scenario, and in which group they stand. A key that is not here shows as itself.
const GROUPS = [
  ["cloud", "Renting"], ["ownership", "Buying"], ["electricity", "Electricity"], ["crash", "Crashes"], ["memory", "Memory"], ["pcie", "PCIe"],
  ["fan", "Fan"], ["heat", "Heat"], ["gpu", "GPU"], ["job", "Job"], ["line", "Circumstances' weights"], ["", "Scenario"],
];
const LABELS = {
  "name": "Name", "currency": "Currency",
  "gpu.name": "GPU", "gpu.memory": "Its memory",
  "ownership.price": "Price of the machine", "ownership.gpu_share": "GPU's share of it", "ownership.lifetime": "Lifetime",
  "ownership.residual": "Share of the price left at the end", "ownership.method": "Depreciation", "ownership.year": "Year of the schedule",
  "ownership.resale_rate": "Loss of resale value", "ownership.capital_rate": "Interest on the capital",
  "electricity.price": "Price", "electricity.region": "Region", "electricity.sector": "Sector", "electricity.tariff_use": "Use of tariff tiers",
  "electricity.carbon_intensity": "Carbon of the grid", "electricity.carbon_price": "Price of carbon", "electricity.active_power": "Power while it computes",
  "electricity.idle_power": "Power while it idles", "electricity.powered_on": "Share of hours powered on", "electricity.psu_efficiency": "Efficiency of the supply",
  "electricity.psu": "Supply", "electricity.psu_rated": "Rated power of the supply", "electricity.pue": "Cooling and losses of the room (PUE)",
  "memory.power_per_capacity": "Power by capacity", "memory.bandwidth": "Bandwidth in use", "memory.energy_per_bit": "Energy by bit", "memory.activity": "Activity",
  "pcie.copy_power": "Power of copies", "pcie.copy_share": "Share of time that copies", "pcie.traffic": "Traffic", "pcie.energy_per_bit": "Energy by bit",
  "fan.power": "Power", "fan.max_power": "Highest power", "fan.speed": "Speed", "fan.temperature": "Temperature",
  "crash.rate": "Crashes", "crash.recovery": "Recovery from one", "crash.context_rebuild": "Rebuilding the context", "crash.reload": "Reloading the model",
  "crash.downtime_cost": "Cost of standing still", "crash.checkpoint_cost": "One checkpoint", "crash.checkpoint_interval": "Between checkpoints",
  "heat.limit": "Temperature limit", "heat.resistance": "Thermal resistance", "heat.exponent": "Exponent", "heat.ambient": "Room",
  "cloud.instance": "Instance", "cloud.price": "Rent", "cloud.reserved": "Reserved rent", "cloud.speed_ratio": "Rented hours for an owned hour's work",
  "cloud.busy_share": "Busy share of rented hours", "cloud.virtualization_loss": "Loss to virtualization", "cloud.storage": "Storage",
  "cloud.billing_granularity": "Billed by", "cloud.minimum_charge": "Shortest charge", "cloud.start_up": "Start-up", "cloud.session": "One session",
  "cloud.egress": "Data out", "cloud.egress_price": "Price of data out", "cloud.spot_rework": "Work lost to interruptions",
  "cloud.spot_interruption_mtbf": "Between interruptions", "cloud.checkpoint_cost": "One checkpoint", "cloud.checkpoint_interval": "Between checkpoints",
  "cloud.restart": "Restart", "job.memory": "Memory it needs", "job.arithmetic_share": "Share bound by arithmetic",
  "line.base": "Line: \"model\", or stated", "line.reachable": "Highest share that can be reached", "line.margin": "Margin that stays undecided",
  "line.shift_scale": "Scale of shifts", "line.combine": "How weights combine", "line.include": "Weights file",
  "line.reference.temperature": "Reference temperature", "line.weights.temperature": "Weight of the temperature",
};
const CHOICES = {
  "ownership.method": ["straight-line", "declining-balance", "sum-of-years-digits", "macrs-5", "resale-curve"],
  "electricity.tariff_use": ["uniform", "cheapest-first"], "line.shift_scale": ["points", "relative"], "line.combine": ["additive", "geometric"],
};
// Changing the key takes these out: the engine refuses both.
const INSTEAD_OF = {
  "electricity.price": ["electricity.region", "electricity.sector", "electricity.tariff"], "cloud.price": ["cloud.reserved"], "cloud.reserved": ["cloud.price"],
};

function groupOf(key) {
  const first = key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
  return GROUPS.some(([name]) => name === first) ? first : "";
}
function labelOf(key) {
  if (LABELS[key]) return LABELS[key];
  const level = /^line\.(reference|weights|shifts)\.(.+)$/.exec(key);
  return level ? {reference: "Reference: ", weights: "Weight: ", shifts: "Shift: "}[level[1]] + level[2].replace(".", " ") : key;
}
// In a sentence of its own, where no group's heading stands above it.
function fullLabelOf(key) {
  const group = GROUPS.find(([name]) => name === groupOf(key));
  return group[0] === "" ? labelOf(key) : group[1] + ": " + labelOf(key).replace(/^(?![A-Z]{2})./, (c) => c.toLowerCase());
}
// Shifts are read in percentage points and recorded as shares: the unit in which the page asks for them, and its size.
function askedIn(key, unit) {
  return key.startsWith("line.shifts.") ? {unit: "pp", size: 100} : {unit: unit || "", size: 1};
}
