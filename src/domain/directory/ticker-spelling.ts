/** An exchange before a ticker: `NASDAQ:CAMQZ`, `NYSE American: CAMQZ`. */
const exchangeBefore = /^(?:NASDAQ\w*|NYSE(?: ?\w+)?|AMEX|OTC\w*|BATS|XNAS|XNYS)\s*:\s*/;
/** An exchange or country after a ticker: `CAMQZ.O`, `CAMQZ.US`, `CAMQZ US Equity`. */
const exchangeAfter = /(?:\.(?:OQ?|N|K|PK|US)|\s+US(?:\s+EQUITY)?)$/;
/** The letters of a share class, which sources separate in different ways: `BRK.B`, `BRK/B`. */
const shareClass = /[./ -](?=[A-Z]$)/;

/**
 * The tickers that a text may stand for, the likeliest first: the text in upper case, the text
 * without `$` and exchange, and the text with `-` or `.` before a share class. The caller uses the
 * first ticker that exists, so that a valid ticker is never shortened.
 */
export function tickersSpelled(text: string): readonly string[] {
  const bare = bareTicker(text);
  const classes = ['-', '.'].map((separator) => bare.replace(shareClass, separator));
  return [...new Set([text.trim().toUpperCase(), bare, plainTicker(text), ...classes])];
}

/**
 * A text in upper case without `$` and exchange. It is used as a ticker if the text matches no
 * known company.
 */
export function plainTicker(text: string): string {
  return bareTicker(text).replace(exchangeAfter, '');
}

/** A ticker in upper case without `$` and the exchange before it. */
function bareTicker(text: string): string {
  const written = text.trim().toUpperCase();
  return written.replace(/^\$/, '').replace(exchangeBefore, '').replace(/^\$/, '');
}
