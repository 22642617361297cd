import type { Universe } from '../computation.ts';

/** Number of characters that are read from the title. The same number is read from the summary. */
const readCharacters = 600;
/** Maximum number of words in an issuer's name. */
const longestName = 8;

/**
 * Words that can follow an issuer's name in a headline. If any other word follows, the name may be
 * the start of another company's name.
 */
const announcing: ReadonlySet<string> = new Set(
  `to will says shares stock achieves acquires advances agrees announce announces announced appoints
   begins closes commences completes completed confirms discontinues doses enrolls enters expands
   extends files gets granted halts highlights hosts initiates issues joins launches licenses names
   outlines plans posts presents prices provides publishes raises reaches receives received regains
   releases report reports reported resumes secures selects signs starts strengthens submits
   submitted unveils updates wins withdraws
   affirms aims anticipates awaits beats boosts buys cuts delays drops ends expects explores faces
   falls forecasts gains guides jumps lands lowers maintains misses narrows pauses plunges projects
   pursues reiterates rises scores secured seeks sees sells slashes soars stops surges swings
   targets terminates tops tumbles
   accelerates adds adopts applauds appeals boosted brings builds clarifies climbs collaborates
   comments congratulates continues demonstrates details discloses discusses elects hires inks kicks
   leads moves nabs opens prepares previews promotes rallies reaffirms rejects responds
   restructures retreats reveals revises schedules sets shows sinks slides taps teams welcomes
   earnings guidance outlook profit results revenue sales`.split(/\s+/),
);

/** Matches a ticker in parentheses, with or without its exchange. */
const quoted =
  /\(\s*(?:(NASDAQ|Nasdaq|NYSE)\b[^():]{0,20}:\s*)?\$?([A-Z]{1,5})\s*(?:[;,][^()]{0,60})?\)/g;

/**
 * Finds the companies that a headline names. Used if the feed states no tickers for the headline.
 * Our choice: these companies are
 * - the company whose name begins the title and is followed by one of the words in `announcing`;
 * - a company whose ticker is in parentheses with its exchange;
 * - a company whose ticker is in parentheses without an exchange, if the text also contains the
 *   company's name. Without the name, `(ALS)` is usually the disease.
 * If the title begins with the name of a company, the former tickers of this company are ignored.
 */
export function newsTickers(title: string, summary: string | null | undefined, universe: Universe) {
  const issuer = issuerTicker(title.slice(0, readCharacters), universe);
  const formerly = universe.company(issuer)?.former_tickers ?? [];
  const text = `${title.slice(0, readCharacters)}\n${(summary ?? '').slice(0, readCharacters)}`;
  const inBrackets = [...text.matchAll(quoted)].flatMap(([, exchange, ticker]) => {
    const company = universe.company(ticker);
    if (!company || formerly.includes(company.ticker)) return [];
    return exchange || containsName(text, company.name) ? [company.ticker] : [];
  });
  return [...new Set([...(issuer ? [issuer] : []), ...inBrackets])];
}

/**
 * Looks up each prefix of a title that could be a company name, longest first. In a joint
 * announcement, the result is the company named first.
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

/**
 * Whether a text contains the first word of a company's name. If this word is short, the text must
 * contain the first two words.
 */
function containsName(text: string, name: string): boolean {
  const words = name.toLowerCase().split(/[\s,]+/);
  const start = words[0]!.length < 4 ? words.slice(0, 2).join(' ') : words[0]!;
  return text.toLowerCase().includes(start);
}
