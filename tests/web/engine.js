// The page's own engine under node: requests in as lines of JSON, answers out as lines.
//     node engine.js GLUE.js ENGINE.wasm < requests
"use strict";
const fs = require("fs");
const [glue, wasm] = process.argv.slice(2);

require(glue)({wasmBinary: fs.readFileSync(wasm)}).then((engine) => {
  for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const {what, request} = JSON.parse(line);
    const text = JSON.stringify(request);
    const size = engine.lengthBytesUTF8(text) + 1;
    const at = engine._malloc(size);
    engine.stringToUTF8(text, at, size);
    process.stdout.write(engine.UTF8ToString(engine["_breakeven_web_" + what](at)) + "\n");
    engine._free(at);
  }
});
