/** Simulates a later release of this program with a different record layout. */
import { endpoints } from '../../tools/index.ts';

const companies = endpoints.find(({ name }) => name === 'companies')!;
Object.assign(companies, { keys: [...(companies.keys ?? []), 'industry'] });
await import('../../src/main.ts');
