import { remembered } from '../remembered.ts';
import { isBackground, isNoDrug } from './background-drugs.ts';
import { combinedNames, isName, nameKey, namesWithin } from './drug-names.ts';

export function nameReader() {
  return {
    nameKey: remembered(nameKey),
    namesWithin: remembered(namesWithin),
    combinedNames: remembered(combinedNames),
    isName: remembered(isName),
    isNoDrug: remembered(isNoDrug),
    isBackground: remembered(isBackground),
  };
}

/** Functions that read drug names. They cache their results, because registries repeat names. */
export type NameReader = ReturnType<typeof nameReader>;
