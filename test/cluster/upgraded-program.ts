/** This program as a later release would be: the records are laid out otherwise. */
import { endpoints } from '../../tools/index.ts';

const companies = endpoints.find(({ name }) => name === 'companies')!;
Object.assign(companies, { keys: [...(companies.keys ?? []), 'industry'] });
await import('../../src/main.ts');
