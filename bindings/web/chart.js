
// Charts: the engine's figures as SVG. Nothing is computed here but places on the paper.
function svgElement(name, attributes, text) {
  const out = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
  if (text !== undefined) out.textContent = text;
  return out;
}
// Round numbers from 0 to at least `high`, about `count` of them.
function ticks(high, count) {
  const rough = (high || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999);
  const out = [];
  for (let i = 0; i * step < high + step * 0.999 && i < 50; ++i) out.push(i * step);
  return {values: out, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9))};
}
function percentText(share) {
  return String(Number((100 * share).toPrecision(3))) + " %";
}
function drawing(into, height, title) {
  const width = Math.max(260, into.clientWidth || 600);
  const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title});
  svg.append(svgElement("title", {}, title));
  into.replaceChildren(svg);
  return {svg, width};
}

function drawCrossing(into, curve, line, currency, words) {
  const height = 300, top = 26, bottom = height - 46, left = 58;
  const {svg, width} = drawing(into, height, words);
  const right = width - 22;
  const to = curve.shares[curve.shares.length - 1];
  const y = ticks(Math.max(...curve.own, ...curve.rent, 0), 5);
  const high = y.values[y.values.length - 1];
  const atX = (share) => left + (right - left) * share / to;
  const atY = (cost) => bottom - (bottom - top) * cost / high;
  for (const value of y.values) {
    svg.append(svgElement("line", {x1: left, x2: right, y1: atY(value), y2: atY(value), class: value === 0 ? "frame" : "grid"}));
    svg.append(svgElement("text", {x: left - 8, y: atY(value) + 4, "text-anchor": "end", class: "soft"}, value.toFixed(y.decimals)));
  }
  for (const value of ticks(to, width < 420 ? 4 : 5).values) {
    if (value > to * 1.0001) continue;
    svg.append(svgElement("line", {x1: atX(value), x2: atX(value), y1: top, y2: bottom, class: value === 0 ? "frame" : "grid"}));
    svg.append(svgElement("text", {x: atX(value), y: bottom + 18, "text-anchor": "middle", class: "soft"}, percentText(value)));
  }
  svg.append(svgElement("text", {x: left, y: 14}, currency + " an hour"));
  svg.append(svgElement("text", {x: right, y: height - 8, "text-anchor": "end"}, "share of every hour computed"));
  const path = (costs) => curve.shares.map((share, i) => (i ? "L" : "M") + atX(share).toFixed(2) + " " + atY(costs[i]).toFixed(2)).join("");
  for (const side of ["own", "rent"]) svg.append(svgElement("path", {d: path(curve[side]), class: "line " + side}));
  const marks = line.outcome === "line" || line.outcome === "only-below" ? [line.line] : line.outcome === "between" ? line.lines : [];
  for (const share of marks) {
    if (share > to) continue;
    svg.append(svgElement("line", {x1: atX(share), x2: atX(share), y1: top, y2: bottom, class: "mark"}));
    const near = atX(share) > right - 70;
    svg.append(svgElement("text", {x: atX(share) + (near ? -5 : 5), y: top - 4, "text-anchor": near ? "end" : "start"}, percentText(share)));
  }
  for (const [share, cost] of curve.crossings) svg.append(svgElement("circle", {cx: atX(share), cy: atY(cost), r: 5.5, class: "dot"}));
}

function drawTornado(into, bars, base) {
  const ends = (bar) => [bar.low, bar.high].map((end) => end && end.outcome !== "between" ? end.line : null);
  const known = bars.flatMap(ends).filter((value) => value !== null).concat(base === null ? [] : [base]);
  const narrow = into.clientWidth < 480;
  const row = narrow ? 60 : 46, top = 22, height = top + bars.length * row + 8;
  const {svg, width} = drawing(into, height, "How far the line moves when each assumption is 20 % less or more");
  const from = Math.min(...known), to = Math.max(...known);
  const atX = (share) => 8 + (width - 16) * (to > from ? (share - from) / (to - from) : 0.5);
  if (base !== null) {
    const x = atX(base);
    svg.append(svgElement("line", {x1: x, x2: x, y1: top - 4, y2: height - 4, class: "mark"}));
    svg.append(svgElement("text", {x: Math.min(Math.max(x, 60), width - 60), y: 13, "text-anchor": "middle", class: "soft"}, "now " + percentText(base)));
  }
  bars.forEach((bar, i) => {
    const y = top + i * row;
    svg.append(svgElement("text", {x: 8, y: y + 14}, fullLabelOf(bar.key)));
    ends(bar).forEach((value, side) => {
      if (value === null || base === null) return;
      svg.append(svgElement("rect", {x: Math.min(atX(base), atX(value)), y: y + 20, width: Math.abs(atX(value) - atX(base)), height: 14,
        class: "bar " + (side ? "rent" : "own")}));
    });
    const texts = ends(bar).map((value) => value === null ? "none" : percentText(value));
    svg.append(svgElement("text", {x: width - 8, y: y + (narrow ? 48 : 14), "text-anchor": "end", class: "soft"}, texts.join(" … ")));
  });
}

function drawParts(table, line) {
  const cell = (name, text, className) => {
    const out = document.createElement(name);
    if (text !== null) out.textContent = text;
    if (className) out.className = className;
    return out;
  };
  const digits = (value) => value === 0 ? "0" : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  const rows = line.components.map((part) => [part.name, part, ""]).filter(([, part]) => part.standing_per_hour !== 0 || part.busy_per_hour !== 0);
  rows.push(["owned, in all", line.local, "sum"], ["rented", line.cloud, "sum"]);
  const most = Math.max(...rows.map(([, part]) => part.standing_per_hour + part.busy_per_hour));
  const head = document.createElement("tr");
  const unit = line.currency + "/h";
  head.append(cell("th", "cost"), cell("th", null), cell("th", "standing, " + unit, "r"), cell("th", "busy, " + unit, "r"));
  const body = document.createElement("tbody");
  for (const [name, part, className] of rows) {
    const row = cell("tr", null, className);
    const stack = cell("div", null, "stack");
    for (const [value, side] of [[part.standing_per_hour, "own"], [part.busy_per_hour, "rent"]]) {
      const bar = cell("span", null, side);
      bar.style.width = most > 0 ? Math.max(0, 100 * value / most) + "%" : "0";
      if (value > 0) bar.style.minWidth = "1px";
      stack.append(bar);
    }
    const bars = cell("td", null, "bars");
    bars.append(stack);
    row.append(cell("td", name), bars, cell("td", digits(part.standing_per_hour), "r"), cell("td", digits(part.busy_per_hour), "r"));
    body.append(row);
  }
  const top = document.createElement("thead");
  top.append(head);
  table.replaceChildren(top, body);
}
