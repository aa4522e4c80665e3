
// Page: rows of assumptions, the engine's answer, and what goes out of the page and into it. Texts are set as text, never as markup.
const byId = (id) => document.getElementById(id);
// What an open-ended slider reaches where the scenario says 0; of money, multiples of an hour's rent.
const REACH = {"W": 500, "%/yr": 50, "g/kWh": 1000, "GB/s": 1000, "pJ/bit": 20, "W/GB": 3, "/yr": 50, "min": 60, "s": 600, "h": 100, "GB": 128, "GB/h": 50, "yr": 10, "": 2, "/K": 0.05, "pp": 10};
const MONEY_REACH = {"CUR/h": 2, "CUR/month": 500, "CUR/GB": 0.5, "CUR/t": 100, "CUR": 10000, "CUR/kWh": 1};
const ABOVE_ZERO = ["ownership.lifetime", "cloud.speed_ratio", "heat.exponent"];

let engine = null;
let state = null;
let shown = null;   // the last answer without an error
let ranges = {};
let rows = new Map();
let later = 0;

function ask(what, request) {
  let at = 0;
  if (request !== undefined) {
    const text = JSON.stringify(request);
    const size = engine.lengthBytesUTF8(text) + 1;
    at = engine._malloc(size);
    engine.stringToUTF8(text, at, size);
  }
  try {
    return JSON.parse(engine.UTF8ToString(engine["_breakeven_web_" + what](at)));
  } finally {
    if (at) engine._free(at);
  }
}

function element(name, properties, ...children) {
  const out = Object.assign(document.createElement(name), properties);
  out.append(...children);
  return out;
}
function tell(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = text === "";
}
const wordsOf = (error) => error.message + (error.hint ? " – " + error.hint : "");
const numberText = (value) => String(Number(value.toPrecision(12)));

// ---- one assumption ----

// From the models' range, or as far as makes sense beside the value as it is.
function sliderRange(key, value, unit) {
  const range = ranges[key] || {low: 0, high: null};
  const asked = askedIn(key, unit);
  if (key === "at.temperature" || key === "line.reference.temperature") return {low: 0, high: 100, step: 1};
  if (key === "electricity.pue") return {low: 1, high: 3, step: 0.01};
  if (range.high !== null) return {low: range.low, high: range.high, step: (range.high - range.low) / 100};
  const currency = shown.line.currency;
  const rent = shown.line.inputs["cloud.price"]?.value || 1;
  const usual = REACH[asked.unit] ?? (MONEY_REACH[asked.unit.replace(currency, "CUR")] ?? 10) * rent;
  const wanted = value > 0 ? 3 * value : usual;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const high = [1, 2, 3, 5, 10].map((n) => n * power).find((n) => n >= wanted * 0.999);
  const step = Number((power / (high / power > 3 ? 50 : 100)).toPrecision(3));
  return {low: ABOVE_ZERO.includes(key) ? step : 0, high: Number(high.toPrecision(3)), step};
}

// `change(text)`: what is asked for, null for as the scenario says. `kind`: number, text or a list of choices.
function makeRow(key, label, kind, unit, change, levels) {
  const id = "in-" + key.replace(/[^A-Za-z0-9]/g, "-");
  const field = Array.isArray(kind) ? element("select", {id}) : element("input", {id, type: "text", autocomplete: "off", spellcheck: false, maxLength: 190});
  const problem = element("p", {className: "problem", id: id + "-problem", hidden: true});
  problem.setAttribute("role", "alert");
  field.setAttribute("aria-describedby", problem.id + " " + id + "-unit");
  const undo = element("button", {type: "button", className: "undo", textContent: "undo", hidden: true});
  undo.setAttribute("aria-label", "undo: " + label);
  const value = element("div", {className: kind === "number" ? "value" : "value text"});
  let slider = null;
  if (kind === "number") {
    slider = element("input", {type: "range", id: id + "-slider"});
    slider.setAttribute("aria-label", label + (unit ? ", " + unit : ""));
    slider.addEventListener("input", () => {
      field.value = numberText(Number(slider.value));
      change(field.value);
    });
    value.append(slider);
    field.inputMode = "decimal";
  }
  if (Array.isArray(kind)) for (const choice of kind) field.append(element("option", {value: choice, textContent: choice}));
  if (levels) {
    const list = element("datalist", {id: id + "-levels"});
    for (const level of levels) list.append(element("option", {value: level}));
    field.setAttribute("list", list.id);
    value.append(list);
  }
  field.addEventListener("input", () => change(field.value.trim() === "" ? null : field.value.trim()));
  undo.addEventListener("click", () => {
    change(null);
    field.focus();
  });
  value.append(field, element("span", {className: "unit", id: id + "-unit", textContent: unit}));
  const name = element("div", {className: "name"}, element("label", {htmlFor: id, textContent: label, title: key}), undo);
  return {key, kind, unit, field, slider, problem, undo, node: element("div", {className: "row"}, name, value, problem)};
}

// A row shows what was asked for; without a change, the scenario's own.
function showRow(row, own, changed) {
  row.undo.hidden = !changed;
  if (document.activeElement !== row.field || !changed) row.field.value = own === null ? "" : typeof own === "number" ? numberText(own) : own;
  if (row.slider === null) return;
  const number = Number(row.field.value);
  if (row.range === undefined) {
    row.range = sliderRange(row.key, own ?? 25, row.unit);
    Object.assign(row.slider, {min: row.range.low, max: row.range.high, step: row.range.step});
  }
  if (Number.isFinite(number) && row.field.value !== "") {
    if (number > Number(row.slider.max)) row.slider.max = number;
    if (document.activeElement !== row.slider) row.slider.value = number;
  }
  row.slider.setAttribute("aria-valuetext", row.field.value + " " + row.unit);
}

function setValue(key, kind, unit, text) {
  for (const other of INSTEAD_OF[key] || []) {
    state.set.delete(other);
    if (text !== null && shown.line.inputs[other] && shown.line.inputs[other].source !== "default") state.unset.add(other);
  }
  if (text === null) {
    state.set.delete(key);
    state.unset.delete(key);
  } else {
    // A number alone takes the row's unit; who writes one means it.
    state.set.set(key, kind !== "number" ? JSON.stringify(text) : /^[-+0-9.eE]+$/.test(text) && unit ? text + " " + unit : text);
  }
  update();
}
function setCircumstance(name, text) {
  if (text === null) state.at.delete(name);
  else state.at.set(name, name === "temperature" && /^[-+0-9.eE]+$/.test(text) ? text + " degC" : text);
  update();
}

function kindOf(key, input) {
  return CHOICES[key] || (typeof input.value === "number" ? "number" : "text");
}

function buildRows(answer) {
  rows = new Map();
  const open = new Set([...document.querySelectorAll("#assumptions details[open]")].map((one) => one.id));
  if (open.size === 0) for (const id of ["group-cloud", "group-ownership", "group-electricity"]) open.add(id);
  const groups = [];
  const fold = (id, title, count, nodes) => {
    const out = element("details", {id}, element("summary", {}, title + " ", element("span", {className: "count", textContent: count})), ...nodes);
    out.open = open.has(id);
    return out;
  };
  const asked = CIRCUMSTANCES.map((name) => {
    const number = name === "temperature";
    const row = makeRow("at." + name, {os: "Operating system"}[name] || name[0].toUpperCase() + name.slice(1), number ? "number" : "text", number ? "degC" : "",
      (text) => setCircumstance(name, text), number ? null : answer.levels[name]);
    rows.set(row.key, row);
    return row.node;
  });
  for (const [group, title] of GROUPS) {
    const stated = [], neutral = [];
    for (const [key, input] of Object.entries(answer.line.inputs)) {
      if (groupOf(key) !== group || /^electricity\.tariff\.\d/.test(key)) continue;
      const {unit} = key.startsWith("exchange.") ? {unit: ""} : askedIn(key, input.unit);
      const kind = kindOf(key, input);
      const row = makeRow(key, labelOf(key), kind, unit, (text) => setValue(key, kind, unit, text));
      rows.set(key, row);
      (input.source === "default" ? neutral : stated).push(row.node);
    }
    if (stated.length + neutral.length === 0) continue;
    const rest = neutral.length ? [fold("more-" + group, stated.length ? "Not stated, neutral" : "All not stated, neutral", String(neutral.length), neutral)] : [];
    groups.push(fold("group-" + group, title, stated.length ? String(stated.length) : "", [...stated, ...rest]));
  }
  groups.splice(3, 0, fold("group-at", "Circumstances asked for", "", [element("p", {className: "note", textContent: "Empty: as in the scenario's reference."}), ...asked]));
  byId("assumptions").replaceChildren(...groups);
}

function showRows(answer) {
  for (const row of rows.values()) {
    if (row.key.startsWith("at.")) {
      const name = row.key.slice(3);
      const asked = state.at.get(name);
      const own = asked === undefined ? null : name === "temperature" && / degC$/.test(asked) ? Number(asked.slice(0, -5)) : asked;
      showRow(row, typeof own === "number" && !Number.isFinite(own) ? asked : own, asked !== undefined);
      if (name === "temperature" && asked === undefined && row.slider) row.slider.value = answer.line.context.temperature_c ?? 25;
      row.field.placeholder = name === "temperature" ? String(answer.line.context.temperature_c ?? "") : answer.line.context[name] || "";
    } else {
      const input = answer.line.inputs[row.key];
      showRow(row, typeof input.value === "number" ? input.value * askedIn(row.key, input.unit).size : input.value, state.set.has(row.key));
    }
  }
}

// ---- the answer ----

function showProblem(error) {
  for (const row of rows.values()) {
    const here = error !== null && row.key === error.key;
    row.problem.hidden = !here;
    row.problem.textContent = here ? wordsOf(error) : "";
    if (here) row.field.setAttribute("aria-invalid", "true");
    else row.field.removeAttribute("aria-invalid");
    for (let fold = row.node.closest("details"); here && fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }
  byId("answer").classList.toggle("old", error !== null);
  if (error === null) tell("problem", "");
  else tell("problem", rows.has(error.key) ? "“" + (error.key.startsWith("at.") ? error.key.slice(3) : fullLabelOf(error.key)) + "” is refused; the answer is that of the value before it." : wordsOf(error));
}

function draw() {
  const {line, curve} = shown;
  drawCrossing(byId("crossing"), curve, line, line.currency, shown.words);
  drawParts(byId("parts"), line);
  const notes = [];
  if (shown.stated) notes.push("The line is stated by the scenario, not computed from these costs.");
  else if (line.outcome === "line" && line.adjustments.length === 0) notes.push("Left of the crossing renting is cheaper, right of it owning.");
  if (line.adjustments.length > 0) notes.push("The costs hold in the scenario's reference; the circumstances asked for move the line from " + percentText(line.base_line) + " to the dashed mark.");
  byId("crossing-note").textContent = notes.join(" ");
  byId("remarks").replaceChildren(...line.remarks.map((text) => element("li", {textContent: text})));
  byId("remarks-section").hidden = line.remarks.length === 0;
}
function drawFurther() {
  const answer = ask("further", requestOf(state));
  if (answer.error) return;
  const base = shown.line.outcome === "between" ? null : shown.line.line;
  byId("tornado-note").textContent = answer.tornado.length === 0 ? "Nothing that this scenario says moves the line." : "";
  if (answer.tornado.length) drawTornado(byId("tornado"), answer.tornado, base);
  else byId("tornado").replaceChildren();
}

function remember() {
  const fragment = fragmentOf(state);
  byId("link-field").hidden = true;
  if (fragment === null) return;
  try {
    history.replaceState(null, "", fragment);
  } catch {
    // A browser that keeps files from changing their address: the button still makes the link.
  }
}

function update() {
  const answer = ask("answer", requestOf(state));
  if (answer.error) {
    for (const row of rows.values()) if (row.key === answer.error.key) row.undo.hidden = false;
    showProblem(answer.error);
  } else {
    const keys = (one) => one && Object.entries(one.line.inputs).map(([key, input]) => key + (input.source === "default") + input.unit + typeof input.value).join();
    const rebuild = rows.size === 0 || keys(answer) !== keys(shown) && !document.activeElement.closest(".row");
    const added = Object.keys(answer.line.inputs).some((key) => !rows.has(key) && !/^electricity\.tariff\.\d/.test(key)) || [...rows.keys()].some((key) => !key.startsWith("at.") && !answer.line.inputs[key]);
    shown = answer;
    if (rebuild || added) buildRows(answer);
    showRows(answer);
    showProblem(null);
    const name = answer.line.scenario || state.name;
    byId("scenario-name").textContent = name;
    document.title = "breakeven: " + name;
    if (byId("answer").textContent !== answer.words) byId("answer").textContent = answer.words;
    draw();
    clearTimeout(later);
    later = setTimeout(drawFurther, 120);
  }
  remember();
}

// ---- in and out ----

// Takes a state over; returns the error of its text when that is no scenario, and then changes nothing.
function adopt(next) {
  const bare = {...next, set: new Map(), unset: new Set(), at: new Map()};
  const base = ask("answer", requestOf(bare));
  if (base.error) {
    const whole = ask("answer", requestOf(next));
    if (whole.error) return whole.error;
  }
  state = next;
  ranges = ask("further", requestOf(base.error ? next : bare)).keys || {};
  shown = base.error ? ask("answer", requestOf(next)) : base;
  rows = new Map();
  byId("assumptions").replaceChildren();
  buildRows(shown);
  showRows(shown);
  byId("answer").textContent = shown.words;
  for (const select of document.querySelectorAll("select[id^=preset-]")) select.selectedIndex = 0;
  byId("shipped").value = shipped[state.name] === state.toml ? state.name : "";
  update();
  return null;
}

function fromLink() {
  if (location.hash.length < 2 || (state !== null && fragmentOf(state) === location.hash)) return;
  try {
    const error = adopt(stateOf(location.hash));
    if (error !== null) throw new Error("The link's scenario is refused: " + wordsOf(error));
  } catch (error) {
    tell("load-problem", error.message);
    if (state === null) adopt(shippedState(Object.keys(shipped)[0]));
  }
}

function fillPresets() {
  const catalog = ask("catalog");
  for (const [kind, offers] of Object.entries(catalog)) {
    const select = byId("preset-" + kind);
    select.append(element("option", {value: "", textContent: "as the scenario says"}));
    const groups = new Map();
    offers.forEach((offer, i) => {
      if (!groups.has(offer.group)) groups.set(offer.group, []);
      groups.get(offer.group).push(element("option", {value: String(i), textContent: offer.label}));
    });
    for (const [label, options] of groups) {
      options.sort((a, b) => a.textContent.localeCompare(b.textContent, "en", {numeric: true}));
      select.append(Object.assign(element("optgroup", {}, ...options), {label}));
    }
    select.addEventListener("change", () => {
      for (const key of offers[0].set.map(([key]) => key).concat(offers[0].unset)) {
        state.set.delete(key);
        state.unset.delete(key);
      }
      if (select.value !== "") {
        const offer = offers[Number(select.value)];
        for (const key of offer.unset) state.unset.add(key);
        for (const [key, value] of offer.set) state.set.set(key, JSON.stringify(value));
      }
      update();
    });
  }
}

function start() {
  const list = byId("shipped");
  list.append(element("option", {value: "", textContent: "your own file"}));
  for (const name of Object.keys(shipped)) list.append(element("option", {value: name, textContent: name}));
  list.addEventListener("change", () => {
    tell("load-problem", "");
    if (list.value !== "") adopt(shippedState(list.value));
  });
  byId("load").addEventListener("change", async () => {
    const file = byId("load").files[0];
    if (!file) return;
    tell("load-problem", "");
    if (file.size > 1 << 20) return tell("load-problem", file.name + ": this is too large for a scenario file");
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // As the command reads files: UTF-16 is told by its mark, stray NULs are dropped.
      const mark = bytes[0] * 256 + bytes[1];
      const toml = new TextDecoder({0xfffe: "utf-16le", 0xfeff: "utf-16be"}[mark] || "utf-8", {fatal: true}).decode(bytes).replaceAll("\0", "");
      const next = freshState(file.name.replace(/\.toml$/i, ""), toml);
      const error = adopt(next);
      if (error !== null) tell("load-problem", error.text);
    } catch {
      tell("load-problem", file.name + ": a byte that is no UTF-8 – save the file as UTF-8");
    }
    byId("load").value = "";
  });
  byId("download").addEventListener("click", () => {
    const file = ask("file", requestOf(state));
    if (file.error) return tell("said", "No file: " + wordsOf(file.error));
    const url = URL.createObjectURL(new Blob([file.toml], {type: "application/toml"}));
    element("a", {href: url, download: state.name.replace(/[^A-Za-z0-9._-]+/g, "-") + ".toml"}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    tell("said", state.at.size ? "The file holds the scenario; the circumstances asked for are flags of the command." : "");
  });
  byId("share").addEventListener("click", async () => {
    const fragment = fragmentOf(state);
    if (fragment === null) return tell("said", "This scenario is too long for a link: send the file.");
    const link = location.href.replace(/#.*$/, "") + fragment;
    byId("link").value = link;
    byId("link-field").hidden = false;
    byId("link").select();
    try {
      await navigator.clipboard.writeText(link);
      tell("said", "The link is copied. It holds this whole state.");
    } catch {
      tell("said", "Copy the link above. It holds this whole state.");
    }
  });
  byId("reset").addEventListener("click", () => adopt(freshState(state.name, state.toml)));
  fillPresets();
  fromLink();
  if (state === null) adopt(shippedState(Object.keys(shipped)[0]));
  window.addEventListener("hashchange", fromLink);
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    draw();
    drawFurther();
  });
}

createEngine({wasmBinary: Uint8Array.from(atob(byId("engine").textContent), (c) => c.charCodeAt(0))}).then((made) => {
  engine = made;
  start();
}).catch((error) => {
  byId("answer").textContent = "The engine did not start: " + String(error && error.message || error).slice(0, 200);
});
