
// State: a scenario's text and what is changed in it, to the engine as a request and into a link and back.
const LIMITS = {toml: 65536, entries: 200, key: 120, value: 200};
const CIRCUMSTANCES = ["task", "driver", "os", "virtualization", "network", "temperature"];
const shipped = JSON.parse(document.getElementById("scenarios").textContent);

function freshState(name, toml) {
  return {name, toml, set: new Map(), unset: new Set(), at: new Map()};
}
function shippedState(name) {
  return freshState(name, shipped[name]);
}
function requestOf(state) {
  return {toml: state.toml, name: state.name + ".toml", today: new Date().toISOString().slice(0, 10), unset: [...state.unset], set: [...state.set], at: Object.fromEntries(state.at)};
}

function toBase64(text) {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
}

// The fragment of a link; null when the scenario is too long for one.
function fragmentOf(state) {
  const out = new URLSearchParams();
  if (shipped[state.name] === state.toml) {
    out.set("scenario", state.name);
  } else {
    if (state.toml.length > LIMITS.toml) return null;
    out.set("name", state.name);
    out.set("toml", toBase64(state.toml));
  }
  for (const key of state.unset) out.append("unset", key);
  for (const [key, value] of state.set) out.append("set", key + "=" + value);
  for (const [key, value] of state.at) out.append("at", key + "=" + value);
  return "#" + out.toString();
}
// The state that a link tells. Throws an Error in words for whatever is no link of this page.
function stateOf(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const refuse = (what) => { throw new Error("This link is not one of this page's: " + what + "."); };
  for (const name of given.keys()) if (!["scenario", "name", "toml", "unset", "set", "at"].includes(name)) refuse("it says \"" + name.slice(0, 20) + "\"");
  if ([...given.keys()].length > LIMITS.entries) refuse("it is too long");
  const text = (value, most) => {
    if (value.length > most || /[\u0000-\u001f\u007f]/.test(value)) refuse("a part of it is too long, or no text");
    return value;
  };
  const key = (value) => /^[A-Za-z0-9_.-]+$/.test(text(value, LIMITS.key)) ? value : refuse("a key holds other characters than letters, digits, _, . and -");
  const pair = (value) => {
    const at = value.indexOf("=");
    return at < 1 ? refuse("a change has no key") : [key(value.slice(0, at)), text(value.slice(at + 1), LIMITS.value)];
  };
  let state;
  if (given.has("toml")) {
    if (given.get("toml").length > 2 * LIMITS.toml) refuse("its scenario is too long");
    let toml = "";
    try {
      toml = fromBase64(given.get("toml"));
    } catch {
      refuse("its scenario is no text");
    }
    state = freshState(text(given.get("name") || "scenario", 100), toml);
  } else {
    const name = given.get("scenario") || "";
    if (!Object.hasOwn(shipped, name)) refuse("it names no scenario that is known here");
    state = shippedState(name);
  }
  for (const value of given.getAll("unset")) state.unset.add(key(value));
  for (const value of given.getAll("set")) state.set.set(...pair(value));
  for (const value of given.getAll("at")) {
    const [name, level] = pair(value);
    if (!CIRCUMSTANCES.includes(name)) refuse("\"" + name + "\" is no circumstance");
    state.at.set(name, level);
  }
  return state;
}
