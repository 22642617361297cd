import type { Endpoint } from './endpoint.ts';

/** What stands in a drawing: names of fields of the records. */
export type Drawing =
  /** A dot a record, on a line of days. */
  | {
      readonly mark: 'events';
      readonly at: string;
      readonly label: readonly string[];
      readonly category: string;
    }
  /** A bar a record, from zero. */
  | {
      readonly mark: 'bars';
      readonly value: string;
      readonly label: readonly string[];
      readonly unit: string;
    }
  /** A bar a record, from the day of the records to another, and a dot on the way or beyond. */
  | {
      readonly mark: 'spans';
      readonly until: string;
      readonly event: string;
      readonly label: readonly string[];
      readonly words: { readonly until: string; readonly event: string };
    }
  /** A dot a record between a low and a high value. */
  | {
      readonly mark: 'intervals';
      readonly value: string;
      readonly low: string;
      readonly high: string;
      readonly label: readonly string[];
      readonly unit: string;
    }
  /** A line a series, over days. */
  | {
      readonly mark: 'lines';
      readonly at: string;
      readonly value: string;
      readonly series: string;
      readonly unit: string;
    };

/** A kind of chart: what it asks, and how its records are drawn. */
export interface Chart {
  readonly kind: string;
  /** What it shows, as part of a sentence; values in braces. */
  readonly title: string;
  readonly endpoint: Endpoint;
  /** Whether it is of a company, or may be. */
  readonly ticker: 'required' | 'optional' | 'none';
  /** Arguments of the endpoint where no ticker is given; values in braces. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Pages that are read, and records that are shown of them at most. */
  readonly pages: number;
  readonly most: number;
  /** Whether the last records of the endpoint's order come first. */
  readonly reversed?: true;
  /** Fields that are told besides those that are drawn. */
  readonly told: readonly string[];
  readonly drawing: Drawing;
}

/** Whether every value that is drawn is known; the event of a span may be missing. */
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
