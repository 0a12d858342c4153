// Our extraction beside Mozilla's Readability on the pages of tests/extract: F1 of words.
import {readFileSync, readdirSync} from "node:fs";
import {JSDOM} from "jsdom";
import {Readability} from "@mozilla/readability";

const inline = /^<\/?(a|span|em|strong|b|i|sup|code|font|input)[ >/]/;
const words = html => html.replace(/<!--.*?-->/gs, "")
	.replace(/<[^>]*>/g, tag => inline.test(tag) ? "" : " ")
	.replace(/&gt;/g, ">").replace(/&lt;/g, "<").replace(/&amp;/g, "&")
	.split(/\s+/).filter(Boolean).sort();

function f1(want, have) {
	const [w, h] = [words(want), words(have)];
	let common = 0;
	for (let i = 0, k = 0; i < w.length && k < h.length;) {
		if (w[i] === h[k])
			common++;
		const order = w[i] < h[k] ? -1 : w[i] > h[k] ? 1 : 0;
		i += order <= 0;
		k += order >= 0;
	}
	return w.length + h.length ? 2 * common / (w.length + h.length) : 0;
}

const dir = process.argv[2];
const names = readdirSync(dir).filter(n => n.endsWith(".want")).map(n => n.slice(0, -5));
let ours = 0, theirs = 0;
for (const name of names.sort()) {
	const read = kind => readFileSync(`${dir}/${name}.${kind}`, "utf8");
	const page = new JSDOM(read("html"), {url: "https://paper.example/a"});
	const article = new Readability(page.window.document).parse();
	const scores = [f1(read("want"), read("have")),
		f1(read("want"), article ? article.content : "")];
	ours += scores[0];
	theirs += scores[1];
	if (scores[0] !== scores[1])
		console.log(`${name}: ${scores.map(s => s.toFixed(3)).join(", Readability ")}`);
}
console.log(`${names.length} pages: ${(ours / names.length).toFixed(4)}, ` +
	`Readability ${(theirs / names.length).toFixed(4)}`);
