import { remembered } from '../remembered.ts';
import { isBackground, isNoDrug } from './background-drugs.ts';
import { combinedNames, isName, nameKey, namesWithin } from './drug-names.ts';

/** Caches the results of the drug name functions, because registries repeat names. */
export interface NameReader {
  readonly nameKey: typeof nameKey;
  readonly namesWithin: typeof namesWithin;
  readonly combinedNames: typeof combinedNames;
  readonly isName: typeof isName;
  readonly isNoDrug: typeof isNoDrug;
  readonly isBackground: typeof isBackground;
}

export function nameReader(): NameReader {
  return {
    nameKey: remembered(nameKey),
    namesWithin: remembered(namesWithin),
    combinedNames: remembered(combinedNames),
    isName: remembered(isName),
    isNoDrug: remembered(isNoDrug),
    isBackground: remembered(isBackground),
  };
}
