import medicine from './data/medicine.json' with { type: 'json' };

/** A real disease and the classes of drugs that treat it: the frame of the invented drugs. */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  /** The usual primary endpoint of a trial. */
  readonly endpoint: string;
  /** Mechanisms of drugs by modality. Diseases of one family share the object. */
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

/** The modality of an indication at a share (0–1) of their cumulative frequency. */
export function modalityAt(share: number, { mechanisms }: Indication) {
  const fitting = medicine.modalities.filter(({ drugType }) => drugType in mechanisms);
  const tickets = fitting.flatMap((one) => Array.from({ length: one.share }, () => one));
  return tickets[Math.floor(share * tickets.length)]!;
}
