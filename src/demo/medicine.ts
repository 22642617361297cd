import medicine from './data/medicine.json' with { type: 'json' };

/** What is treated and with what: real diseases and drug classes, the frame of invented drugs. */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  readonly endpoint: string;
  /** Number of its group of diseases that the same drugs may treat. */
  readonly family: number;
  /** Mechanisms of the drugs against it, by modality. */
  readonly mechanisms: ReadonlyMap<string, readonly string[]>;
}

interface Modality {
  readonly drugType: string;
  /** Endings of the nonproprietary names of the class. */
  readonly stems: readonly string[];
  readonly biologic: boolean;
  /** How often it is chosen, against the others that fit a disease. */
  readonly share: number;
}

/** Diseases that the same drugs may treat: their end point and, by modality, the mechanisms. */
interface Family {
  readonly area: string;
  readonly endpoint: string;
  readonly common: readonly string[];
  readonly rare: readonly string[];
  readonly mechanisms: Readonly<Record<string, readonly string[]>>;
}

/**
 * Every therapeutic area, its diseases in groups that share their biology. A disease is treated
 * with the modalities of its group only, each by one of its mechanisms.
 */
const families: readonly Family[] = medicine.families;
const modalities: readonly Modality[] = medicine.modalities;

export const indications: readonly Indication[] = families.flatMap((family, at) => {
  const { area, endpoint } = family;
  const mechanisms = new Map(Object.entries(family.mechanisms));
  const one = (rare: boolean) => (disease: string) => ({
    area,
    disease,
    rare,
    endpoint,
    family: at,
    mechanisms,
  });
  return [...family.common.map(one(false)), ...family.rare.map(one(true))];
});

/** The modality that a share (0–1) of those of an indication stands for, by their frequency. */
export function modalityAt(share: number, { mechanisms }: Indication): Modality {
  const fitting = modalities.filter(({ drugType }) => mechanisms.has(drugType));
  let left = share * fitting.reduce((sum, one) => sum + one.share, 0);
  for (const modality of fitting) {
    left -= modality.share;
    if (left < 0) return modality;
  }
  return fitting[0]!;
}
