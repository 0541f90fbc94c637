import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** Words of entities that need no row, by the reason. */
const PLAIN: Readonly<Record<string, string>> = {
  'a term of the web or of an engine': `address challenge captcha config dot net error file log mime page php
    process query redirect script table text url visit vhost`,
  'plain English for a reply or a part of it': `any built change detail entry event found info
    item keep list mapping match measure off on outcome problem progress public record saved search slow space stamp status
    surroundings top used verified`,
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
const splitName = (name: string): readonly string[] => wordsOf(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'));

/** Words of the terms in the first column. */
function glossaryWords(page: string): ReadonlySet<string> {
  const rows = page.slice(page.indexOf('## Glossary')).split('\n');
  return new Set(rows.flatMap((row) => wordsOf(/^\| ([^|]+) \|/.exec(row)?.[1] ?? '')));
}

/** Exported schemas with fields. */
const entitiesOf = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /^export const ([A-Z][A-Za-z]+) = (?:z\s*\.(?:object|strictObject|discriminatedUnion)|[A-Z]\w+\.(?:extend|pick))/gm,
    ),
  ].map(([, name = '']) => name);

/** Words of an entity that neither the glossary nor the plain ones hold. */
function undocumented(entity: string, documented: ReadonlySet<string>): readonly string[] {
  const plain = new Set(Object.values(PLAIN).flatMap(wordsOf));
  return splitName(entity).filter((word) => !documented.has(word) && !plain.has(word));
}

const glossary = glossaryWords(readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'));
const CONTRACT = join(ROOT, 'shared/contract/src');
const entities = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => entitiesOf(readFileSync(join(CONTRACT, file), 'utf8')));

it.each(entities)('explains each word of the entity %s in the glossary', (entity) => {
  expect(undocumented(entity, glossary)).toEqual([]);
});

it('names the word of an entity that the glossary lacks', () => {
  const [entity = ''] = entitiesOf('export const BackupZebra = z.object({});');
  expect(undocumented(entity, glossary)).toEqual(['zebra']);
});

it('reads the entities of every feature', () => {
  expect(entities).toEqual(expect.arrayContaining(['BackupPoint', 'FileEntry', 'HostInfo', 'BuiltRemote']));
});

it('allows no plain word that the glossary holds', () => {
  expect(
    Object.values(PLAIN)
      .flatMap(wordsOf)
      .filter((word) => glossary.has(word)),
  ).toEqual([]);
});
