import { describe, expect, it } from 'vitest';
import { orphanDesignations } from '../../src/sources/orphan-designations.ts';
import { purpleBook } from '../../src/sources/purple-book.ts';
import { page, read, recordsOf, refusal } from './reading.ts';

describe('a table of orphan designations', () => {
  const head =
    'Generic Name,Trade Name,Date Designated,Orphan Designation,Orphan Designation Status,Sponsor Company';
  const designations = (...rows: readonly string[]) =>
    read(orphanDesignations, 'designations', [head, ...rows].join('\n'));

  it('has one designation per drug, date, indication and sponsor', () => {
    const found = designations(
      'zorbamab,Zorbiva,10/06/2020,Ague,Designated,Zorba',
      'zorbamab,Other name,10/06/2020,Ague,Designated/Approved,Zorba',
      'cretumab,Zorbiva,10/06/2020,Ague,Designated,Zorba',
      'zorbamab,Zorbiva,10/07/2020,Ague,Designated,Zorba',
      'zorbamab,Zorbiva,10/06/2020,Gout,Designated,Zorba',
      'zorbamab,Zorbiva,10/06/2020,Ague,Designated,Crete',
    );
    expect(found.map((one) => [one.drug_name, one.designation_date, one.indication])).toEqual([
      ['zorbamab', '2020-10-06', 'Ague'],
      ['cretumab', '2020-10-06', 'Ague'],
      ['zorbamab', '2020-10-07', 'Ague'],
      ['zorbamab', '2020-10-06', 'Gout'],
      ['zorbamab', '2020-10-06', 'Ague'],
    ]);
    expect(found.map(({ sponsor_name }) => sponsor_name).at(-1)).toBe('Crete');
  });

  it.each([
    ['Designated/Designation Withdrawn', 'Withdrawn'],
    ['Designation Revoked', 'Withdrawn'],
    ['designated/APPROVED', 'Approved'],
    ['DESIGNATED', 'Granted'],
    ['Pending', undefined],
  ])('converts "%s" to %s', (words, status) => {
    expect(designations(`z,Z,10/06/2020,Ague,${words},Zorba`)[0]?.status).toBe(status);
  });

  it('uses the trade name if there is no other name', () => {
    expect(designations(',Zorbiva,2020-10-06,Ague,,')).toEqual([
      {
        ...{ drug_name: 'Zorbiva', trade_name: 'Zorbiva', designation_type: 'Orphan Drug' },
        ...{ designation_date: '2020-10-06', indication: 'Ague' },
      },
    ]);
  });

  it('may start below other lines, which are counted', () => {
    const text = ['Found: 2', head, 'z,Z,10/06/2020,Ague,,', ',,10/06/2020,Gout,,', 'z,Z,,,,'];
    const parsed = orphanDesignations.parse(text.join('\n'), 'x');
    expect(recordsOf(parsed, 'designations')).toHaveLength(1);
    const reason = 'has no drug or no designation date';
    expect(parsed.problems).toEqual([
      { where: 'row 4', reason },
      { where: 'row 5', reason },
    ]);
  });

  it('is read from the displayed cells of a page', () => {
    const row = (tag: string, cells: readonly string[]) =>
      `<TR class="x">${cells.map((cell) => `<${tag} class="c">${cell}</${tag}> `).join('')}</TR>`;
    const cells = ['<b>zorbamab</b>', '', '10/06/2020', 'Ague&nbsp;of\n hands', '', ' R&amp;D '];
    const html = `\uFEFF <div></div><table>${row('TH', head.split(','))}${row('td', cells)}</table>`;
    expect(read(orphanDesignations, 'designations', html)).toEqual([
      {
        ...{ drug_name: 'zorbamab', designation_type: 'Orphan Drug' },
        ...{ designation_date: '2020-10-06', indication: 'Ague of hands', sponsor_name: 'R&D' },
      },
    ]);
  });

  it.each(['a,b\n1,2', `${head.replace('Date Designated', 'Day')}\n`, '"open', page, ''])(
    'is not %j',
    (text) => {
      expect(refusal(orphanDesignations, text)).toBe('is not a table of orphan designations');
    },
  );
});

describe('a month of the Purple Book', () => {
  const head =
    'N/R/U,Applicant,BLA Number,Proprietary Name,Proper Name,Approval Date,Submission Type,Center';
  const month = (...rows: readonly string[]) =>
    ['Purple Book - March 2026,,,', head, ...rows].join('\n');
  const approvals = (...rows: readonly string[]) => read(purpleBook, 'approvals', month(...rows));
  const row = (more: { number?: string; name?: string; proper?: string; day?: string } = {}) => {
    const { number = '125999', name = 'Zorba', proper = 'zorbagene', day = '1-Mar-20' } = more;
    return `,Zorba Bio,${number},${name},${proper},${day},Original,CBER`;
  };

  it.each([
    [['2-Mar-20', '1-Mar-20', '3-Mar-20'], '2020-03-01'],
    [['1-Mar-20', '2-Mar-20'], '2020-03-01'],
  ])('dates an application with %j on %s', (days, first) => {
    const found = approvals(...days.map((day) => row({ day })));
    expect(found.map(({ approval_date }) => approval_date)).toEqual([first]);
  });

  it.each([
    ['27-Feb-27', '1927-02-27'],
    ['27-Feb-26', '2026-02-27'],
    ['1-Dec-99', '1999-12-01'],
  ])('reads %s as %s', (day, date) => {
    expect(approvals(row({ day }))[0]?.approval_date).toBe(date);
  });

  it('uses either name of a drug', () => {
    const [branded] = approvals(row({ proper: '' }));
    expect(branded).toMatchObject({ drug_name: 'Zorba' });
    expect(branded).not.toHaveProperty('active_ingredients');
    expect(approvals(row({ name: '' }))[0]).toMatchObject({
      ...{ drug_name: 'zorbagene', active_ingredients: ['zorbagene'] },
    });
    expect(approvals(row({ number: '12599' }))[0]?.application_number).toBe('BLA12599');
  });

  it.each([
    row({ number: '1259' }),
    row({ number: '1259999' }),
    row({ name: '', proper: '' }),
    row({ day: '31-Feb-20' }),
    row({ day: 'March 1' }),
  ])('reports the row %s by its position in the file', (bad) => {
    expect(purpleBook.parse(month(row(), bad), 'x').problems).toEqual([
      { where: 'row 4', reason: 'has no BLA number, name or approval date' },
    ]);
  });

  it('is refused without a month or columns, and as a web page', () => {
    const none = 'is not a monthly table of the Purple Book';
    expect(refusal(purpleBook, `Purple Book\n${head}\n`)).toBe(none);
    expect(refusal(purpleBook, 'Purple Book - March 2026\na,b\n')).toBe(none);
    expect(refusal(purpleBook, '"open')).toBe(none);
    expect(refusal(purpleBook, page)).toBe('is a web page (HTML), not the data itself');
  });
});
