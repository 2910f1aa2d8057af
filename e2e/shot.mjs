// Takes pictures of pages at both widths and in both colour schemes, to look at
// while a page is made:
//
//   node shot.mjs /b/clawarena /about --out /tmp/shots
//   E2E_BASE=http://127.0.0.1:8080 node shot.mjs / --size 390 --scheme dark --window
//
// Without E2E_BASE it starts the site over a new database, as the tests do.
// --window takes what fits the window; else the whole page is taken. An address
// may be a path or a whole URL, and @NAME stands for a kind of pages.mjs.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { launch, schemes, sizes, visitor } from "./browser.mjs";
import { discover } from "./facts.mjs";
import { open } from "./look.mjs";
import { kinds } from "./pages.mjs";
import { startSite } from "./site.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: path.join(import.meta.dirname, "out") },
    size: { type: "string" },
    scheme: { type: "string" },
    window: { type: "boolean", default: false },
    noscript: { type: "boolean", default: false },
  },
});
if (positionals.length === 0) {
  console.error("usage: node shot.mjs PATH|URL|@KIND|@all ... [--out DIR] [--size 1280|390] [--scheme light|dark] [--window] [--noscript]");
  process.exit(2);
}

mkdirSync(options.out, { recursive: true });
const site = await startSite();
const browser = await launch();
try {
  for (const address of await addresses(site.base)) await shoot(address);
} finally {
  await browser.close();
  await site.stop();
}

// Turns the arguments into {name, url, status}.
async function addresses(base) {
  const facts = positionals.some((p) => p.startsWith("@")) ? await discover(base) : null;
  return positionals.flatMap((p) => {
    if (!p.startsWith("@")) {
      const url = new URL(p, base);
      return [{ name: fileName(url.pathname + url.search), url: url.href }];
    }
    const chosen = kinds.filter((k) => p === "@all" || k.name === p.slice(1));
    if (chosen.length === 0) throw new Error(`no kind ${p}; there are ${kinds.map((k) => k.name).join("; ")}`);
    return chosen.map((k) => ({ name: fileName(k.name), url: base + k.path(facts), status: k.status }));
  });
}

function fileName(text) {
  return text.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80) || "home";
}

async function shoot({ name, url, status = 200 }) {
  for (const size of sizes.filter((s) => !options.size || String(s.width) === options.size)) {
    for (const scheme of schemes.filter((s) => !options.scheme || s === options.scheme)) {
      const context = await visitor(browser, { size, scheme, script: !options.noscript });
      const page = await open(context, url, { status });
      const file = path.join(options.out, `${name}-${size.width}-${scheme}.png`);
      await page.screenshot({ path: file, fullPage: !options.window });
      console.log(file);
      for (const fault of page.faults) console.log(`  ${fault}`);
      await context.close();
    }
  }
}
