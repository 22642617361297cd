import { Parser } from 'htmlparser2';

/** Links of one page; the pages that are read have some hundred. */
const MAX_LINKS = 10_000;

/** The addresses that a web page links to, each once, in the page's order. @param base its own */
export function linksOf(html: string, base: string): readonly string[] {
  const found = new Set<string>();
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a' || !href || found.size >= MAX_LINKS || !URL.canParse(href, base)) return;
      found.add(new URL(href, base).href);
    },
  });
  parser.end(html);
  return [...found];
}
