import type { Universe } from '../computation.ts';

/** Characters of a title and of a summary, and words of a title, that are read. */
const readCharacters = 600;
const longestName = 8;

/** Words that follow an issuer's name in a headline; a name that goes on is another's. */
const announcing: ReadonlySet<string> = new Set(
  `to will says shares stock achieves acquires advances agrees announce announces announced appoints
   begins closes commences completes completed confirms discontinues doses enrolls enters expands
   extends files gets granted halts highlights hosts initiates issues joins launches licenses names
   outlines plans posts presents prices provides publishes raises reaches receives received regains
   releases report reports reported resumes secures selects signs starts strengthens submits
   submitted unveils updates wins withdraws`.split(/\s+/),
);

/** A ticker in brackets, with its exchange or without. */
const quoted =
  /\(\s*(?:(NASDAQ|Nasdaq|NYSE)\b[^():]{0,20}:\s*)?\$?([A-Z]{1,5})\s*(?:[;,][^()]{0,60})?\)/g;

/**
 * The companies that a headline without tickers names. Our choice: the one whose name the title
 * begins with, as press releases do, before what it announces; those whose ticker stands in
 * brackets with its exchange; and those whose ticker alone does, where the text bears the company's
 * name as well, since `(ALS)` is a disease more often than a stock. A ticker that the one whose name
 * begins the title bore once is its own, whoever bears it today. Nothing else is a guess worth making.
 */
export function newsTickers(
  title: string,
  summary: string | null | undefined,
  universe: Universe,
): readonly string[] {
  const issuer = issuerTicker(title.slice(0, readCharacters), universe);
  const formerly = universe.company(issuer)?.former_tickers ?? [];
  const text = `${title.slice(0, readCharacters)}\n${(summary ?? '').slice(0, readCharacters)}`;
  const inBrackets = [...text.matchAll(quoted)].flatMap(([, exchange, ticker]) => {
    const company = universe.company(ticker);
    if (!company || formerly.includes(company.ticker)) return [];
    return exchange || bearsName(text, company.name) ? [company.ticker] : [];
  });
  return [...new Set([...(issuer ? [issuer] : []), ...inBrackets])];
}

/**
 * Each beginning of a title that could be a name is looked up, the longest first. Of two companies
 * that announce together it is the first.
 */
function issuerTicker(title: string, universe: Universe): string | undefined {
  const words = title.trim().split(/\s+/, longestName + 1);
  const verb = words.findIndex((word, index) => index > 0 && announcing.has(word.toLowerCase()));
  const longest = verb > 0 ? verb : words.length - 1;
  for (let length = longest; length > 0; length -= 1) {
    const last = words[length - 1]!;
    const next = words[length]!;
    const isJoint = verb > length && /^(?:and|&)$/i.test(next);
    const isEnd = length === verb || /[,:;]$|['’]s?$/.test(last) || /^[(–—-]/.test(next);
    if (!isEnd && !isJoint) continue;
    const name = words
      .slice(0, length)
      .join(' ')
      .replace(/(?:[,:;]|['’]s?)$/, '');
    const ticker = universe.ticker(undefined, name);
    if (ticker) return ticker;
  }
  return undefined;
}

/** Whether a text has the first word of a company's name, or its first two where that is short. */
function bearsName(text: string, name: string): boolean {
  const words = name.toLowerCase().split(/[\s,]+/);
  const start = words[0]!.length < 4 ? words.slice(0, 2).join(' ') : words[0]!;
  return text.toLowerCase().includes(start);
}
