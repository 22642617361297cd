import medicine from './data/medicine.json' with { type: 'json' };

/**
 * A real disease, with the drug classes that treat the disease. Fictional drugs belong to these
 * classes.
 */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  /** Usual primary endpoint of a trial in this disease. */
  readonly endpoint: string;
  /** Drug mechanisms by modality. All diseases of one family have the same mechanisms. */
  readonly mechanisms: Readonly<Record<string, readonly string[]>>;
}

const families: readonly (Omit<Indication, 'disease' | 'rare' | 'mechanisms'> & {
  readonly common: readonly string[];
  readonly rare: readonly string[];
  readonly mechanisms: object;
})[] = medicine.families;

export const indications: readonly Indication[] = families.flatMap(
  ({ common, rare, mechanisms, ...family }) =>
    [...common, ...rare].map((disease) => ({
      ...family,
      disease,
      rare: rare.includes(disease),
      mechanisms: mechanisms as Indication['mechanisms'],
    })),
);

/**
 * Picks a modality of an indication by frequency. `share` (0–1) is a position on the cumulative
 * distribution of the modalities.
 */
export function modalityAt(share: number, { mechanisms }: Indication) {
  const fitting = medicine.modalities.filter(({ drugType }) => drugType in mechanisms);
  const tickets = fitting.flatMap((one) => Array.from({ length: one.share }, () => one));
  return tickets[Math.floor(share * tickets.length)]!;
}
