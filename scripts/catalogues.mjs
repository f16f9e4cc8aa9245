/**
 * The catalogues in `cellwright/locale`, a folder for each language. The build
 * makes of a `.po` what JupyterLab reads: a `.json` for the page, and a `.mo`
 * for the texts of the schema, which its server looks up nowhere but in the
 * folder of the language pack.
 *
 * `npm run translations` brings each `.po` up to date with the source, and says
 * what is not translated yet.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

import { mo, po } from 'gettext-parser';

import { findTexts } from './texts.mjs';

export const ROOT = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '..'
);

export function readCatalogues() {
  const locales = path.join(ROOT, 'cellwright', 'locale');
  return fs.readdirSync(locales).map(language => {
    const folder = path.join(locales, language, 'LC_MESSAGES');
    const file = path.join(folder, 'cellwright.po');
    return { language, file, catalogue: po.parse(fs.readFileSync(file)) };
  });
}

const entriesOf = ({ translations }) =>
  Object.values(translations)
    .flatMap(entries => Object.values(entries))
    .filter(({ msgid }) => msgid !== '');

const formsOf = ({ headers }) =>
  Number(/nplurals=(\d+)/.exec(headers['Plural-Forms'])[1]);

const placeholders = text => (text.match(/%\d+/g) ?? []).sort().join(' ');

function problemOf({ msgid, msgid_plural, msgstr }, forms) {
  if (msgstr.length !== (msgid_plural ? forms : 1) || msgstr.includes('')) {
    return 'has no translation';
  }
  // One that says "one cell" may leave the number out, if there is another.
  const allowed = (
    forms > 1 && msgid_plural ? [msgid, msgid_plural] : [msgid_plural ?? msgid]
  ).map(placeholders);
  return msgstr.every(text => allowed.includes(placeholders(text)))
    ? null
    : 'has other placeholders';
}

/** What is wrong with a catalogue. @param texts of `findTexts` */
export function problemsIn(catalogue, texts) {
  const forms = formsOf(catalogue);
  const updated = entriesOf(update(catalogue, texts));
  const used = new Set(updated);
  return [
    ...updated.map(entry => [entry, problemOf(entry, forms)]),
    ...entriesOf(catalogue)
      .filter(entry => !used.has(entry))
      .map(entry => [entry, 'is no longer a text'])
  ].flatMap(([{ msgid }, problem]) =>
    problem ? [`${problem}: ${msgid}`] : []
  );
}

/** The same catalogue with an entry for each text, and no other. */
export function update(catalogue, texts) {
  const forms = formsOf(catalogue);
  const translations = { '': { '': catalogue.translations['']?.[''] } };
  for (const { files, ...text } of texts) {
    const { msgctxt, msgid, msgid_plural } = text;
    const known = catalogue.translations[msgctxt]?.[msgid];
    const entry =
      known && known.msgid_plural === msgid_plural
        ? known
        : { ...text, msgstr: new Array(msgid_plural ? forms : 1).fill('') };
    entry.comments = { ...entry.comments, reference: files.join('\n') };
    (translations[msgctxt] ??= {})[msgid] = entry;
  }
  return { ...catalogue, translations };
}

/** What the page of JupyterLab reads. */
export function pageCatalogue(catalogue, version) {
  const { headers } = catalogue;
  const head = {
    domain: 'cellwright',
    version,
    language: headers.Language.replace('_', '-'),
    plural_forms: headers['Plural-Forms']
  };
  const texts = entriesOf(catalogue).map(
    ({ msgctxt, msgid, msgid_plural, msgstr }) => [
      msgctxt ? `${msgctxt}\u0004${msgid}` : msgid,
      // The page knows by the length whether a text has a plural.
      msgid_plural && msgstr.length === 1 ? [...msgstr, ''] : msgstr
    ]
  );
  return { '': head, ...Object.fromEntries(texts) };
}

function build() {
  const { version } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')
  );
  for (const { language, file, catalogue } of readCatalogues()) {
    const page = JSON.stringify(pageCatalogue(catalogue, version));
    fs.writeFileSync(file.replace(/po$/, 'json'), page);
    const pack = `build/language-packs/jupyterlab_language_pack_${language}`;
    const folder = path.join(ROOT, pack, 'locale', language, 'LC_MESSAGES');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'cellwright.mo'), mo.compile(catalogue));
  }
}

function updateAll() {
  const texts = findTexts(ROOT);
  for (const { language, file, catalogue } of readCatalogues()) {
    const updated = update(catalogue, texts);
    fs.writeFileSync(file, po.compile(updated, { foldLength: 80 }));
    const problems = problemsIn(updated, texts);
    console.log(
      [`${language}: ${problems.length} to do`, ...problems].join('\n')
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  (process.argv[2] === 'build' ? build : updateAll)();
}
