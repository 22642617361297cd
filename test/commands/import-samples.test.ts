import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, runCommand, servedFrom, temporaryFolder } from '../support/mcp.ts';

const samples = join(root, '../shared/samples');

const importInto = (dataDir: string, from: string, ...paths: string[]) =>
  runCommand(dataDir, ['import', from, ...paths]);

describe.skipIf(!existsSync(samples))('recorded files of the public sources', () => {
  const filesIn = (folder: string) =>
    readdirSync(join(samples, folder)).map((name) => join(samples, folder, name));

  it('serves every study of ClinicalTrials.gov, with its raw completion date', async () => {
    const dataDir = temporaryFolder();
    const files = filesIn('ctgov');
    const list = join(samples, 'sec_tickers/company_tickers_exchange_2025.json');
    await importInto(dataDir, 'sec-tickers', list);
    expect(await importInto(dataDir, 'clinicaltrials', ...files)).toMatchObject({ code: 0 });
    const served = await (await servedFrom(dataDir)).rest('/catalystsync');
    const registered = new Map(files.flatMap(studiesIn).map((study) => [study.nctId, study]));
    expect(served.map((trial) => trial.nctId).sort()).toEqual([...registered.keys()].sort());
    for (const trial of served) {
      const { completion, sponsor } = registered.get(String(trial.nctId)) ?? {};
      expect([trial.nctId, trial.CompletionDate]).toEqual([trial.nctId, completion]);
      expect(trial.LeadSponsorName).toBe(sponsor);
    }
    const tickers = new Map(served.map((trial) => [trial.LeadSponsorName, trial.ticker]));
    expect(tickers.get('Regeneron Pharmaceuticals')).toBe('REGN');
    expect(tickers.get('Novartis Gene Therapies')).toBe('NVS');
    expect(tickers.get('Biogen')).toBe('BIIB');
    expect(tickers.get('Icahn School of Medicine at Mount Sinai')).toBeUndefined();
  });

  it('serves approvals and events, and refuses a count', async () => {
    const dataDir = temporaryFolder();
    const drugs = filesIn('openfda_drugsfda');
    expect(await importInto(dataDir, 'openfda-approvals', ...drugs)).toMatchObject({ code: 0 });
    const events = await importInto(dataDir, 'openfda-events', ...filesIn('openfda_event'));
    expect(events.code).toBe(1);
    expect(events.stdout).toContain('is an openFDA count');
    const { rest } = await servedFrom(dataDir);
    // Published at accessdata.fda.gov: XADAGO on 2017-03-21, GLEEVEC (NDA 021588) on 2003-04-18.
    expect(await rest('/fda/approvals')).toMatchObject([
      { drug_name: 'XADAGO', approval_date: '2017-03-21', application_type: 'NDA' },
      { drug_name: 'GLEEVEC', approval_date: '2003-04-18', application_type: 'NDA' },
    ]);
    expect(await rest('/fda/adverse-events')).toMatchObject([
      { drug_name: 'KEYTRUDA', adverse_event: 'Nausea' },
      { drug_name: 'OMNISCAN', severity: 'death' },
    ]);
  });

  interface Study {
    readonly nctId: string;
    readonly completion: string | undefined;
    readonly sponsor: string | undefined;
  }

  function studiesIn(path: string): Study[] {
    const read = JSON.parse(readFileSync(path, 'utf8'));
    return (read.studies ?? [read]).map(({ protocolSection }: { protocolSection: Protocol }) => {
      const { identificationModule, statusModule, sponsorCollaboratorsModule } = protocolSection;
      const dates = [statusModule?.primaryCompletionDateStruct, statusModule?.completionDateStruct];
      return {
        nctId: identificationModule.nctId,
        completion: dates.find((struct) => struct?.date)?.date,
        sponsor: sponsorCollaboratorsModule?.leadSponsor?.name,
      };
    });
  }

  interface Protocol {
    readonly identificationModule: { readonly nctId: string };
    readonly statusModule?: Record<string, { readonly date?: string } | undefined>;
    readonly sponsorCollaboratorsModule?: { readonly leadSponsor?: { readonly name: string } };
  }
});
