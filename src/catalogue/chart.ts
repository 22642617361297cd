import type { Endpoint } from './endpoint.ts';

/** The mark that a chart draws for each record, and the record fields that the mark shows. */
export type Drawing =
  /** One dot per record on a time line. */
  | {
      readonly mark: 'events';
      readonly at: string;
      readonly label: readonly string[];
      readonly category: string;
    }
  /** One bar per record, starting at zero. */
  | {
      readonly mark: 'bars';
      readonly value: string;
      readonly label: readonly string[];
      readonly unit: string;
    }
  /** One bar per record from today to the day `until`, and a dot on the day `event`. */
  | {
      readonly mark: 'spans';
      readonly until: string;
      readonly event: string;
      readonly label: readonly string[];
      readonly words: { readonly until: string; readonly event: string };
    }
  /** One dot per record between a low and a high value. */
  | {
      readonly mark: 'intervals';
      readonly value: string;
      readonly low: string;
      readonly high: string;
      readonly label: readonly string[];
      readonly unit: string;
    }
  /** One line per series over time. */
  | {
      readonly mark: 'lines';
      readonly at: string;
      readonly value: string;
      /** The field with the value of the benchmark. All series have the same benchmark. */
      readonly benchmark: string;
      readonly series: string;
      readonly unit: string;
    };

/** A kind of chart: the request for its records, and the way to draw the records. */
export interface Chart {
  readonly kind: string;
  /** A phrase that says what the chart shows, with placeholders in braces. */
  readonly title: string;
  readonly endpoint: Endpoint;
  /** Whether the chart requires, accepts or refuses the argument `ticker`. */
  readonly ticker: 'required' | 'optional' | 'none';
  /** Arguments of the endpoint if no ticker is given, with placeholders in braces. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Maximum number of pages to read. */
  readonly pages: number;
  /** Maximum number of records to show. */
  readonly most: number;
  /** Whether the chart reverses the order of the endpoint, so that the last record comes first. */
  readonly reversed?: true;
  /** Fields that the text of an answer shows in addition to the drawn fields. */
  readonly details: readonly string[];
  readonly drawing: Drawing;
}

/**
 * Whether a record has all values that the chart draws. If the mark is `spans`, the day `event` is
 * optional.
 */
export function isDrawable(row: Readonly<Record<string, unknown>>, drawing: Drawing): boolean {
  const isKnown = (field: string) => row[field] !== null && row[field] !== undefined;
  const isDay = (field: string) => !Number.isNaN(Date.parse(String(row[field]).slice(0, 10)));
  switch (drawing.mark) {
    case 'events':
      return isDay(drawing.at);
    case 'bars':
      return isKnown(drawing.value);
    case 'spans':
      return isDay(drawing.until);
    case 'intervals':
      return [drawing.value, drawing.low, drawing.high].every(isKnown);
    case 'lines':
      return isDay(drawing.at) && isKnown(drawing.value);
  }
}
