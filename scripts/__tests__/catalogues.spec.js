import { po } from 'gettext-parser';

import {
  ROOT,
  pageCatalogue,
  problemsIn,
  readCatalogues
} from '../catalogues.mjs';
import { findTexts } from '../texts.mjs';

describe('the catalogues', () => {
  it.each(readCatalogues())(
    'have each text of page, commands and settings, and no other: $language',
    ({ catalogue }) => {
      expect(problemsIn(catalogue, findTexts(ROOT))).toEqual([]);
    }
  );
});

describe('a catalogue', () => {
  const texts = [
    { msgctxt: 'settings', msgid: 'Model', files: [] },
    { msgctxt: '', msgid: '%1 cell', msgid_plural: '%1 cells', files: [] }
  ];
  const catalogue = (model, cells) =>
    po.parse(`
      msgid ""
      msgstr ""
      "Language: ko_KR\\n"
      "Plural-Forms: nplurals=1; plural=0;\\n"

      msgctxt "settings"
      msgid "Model"
      msgstr "${model}"

      msgid "%1 cell"
      msgid_plural "%1 cells"
      msgstr[0] "${cells}"
    `);

  it.each([
    ['모델', '셀 %1개', []],
    ['', '셀 %1개', ['has no translation: Model']],
    ['모델', '셀 %2개', ['has other placeholders: %1 cell']]
  ])('is held against the texts: %s, %s', (model, cells, problems) => {
    expect(problemsIn(catalogue(model, cells), texts)).toEqual(problems);
  });

  it('has what is no longer a text', () => {
    expect(problemsIn(catalogue('모델', '셀 %1개'), texts.slice(1))).toEqual([
      'is no longer a text: Model'
    ]);
  });

  it('is written as a page of JupyterLab reads it', () => {
    expect(pageCatalogue(catalogue('모델', '셀 %1개'), '1.2.3')).toEqual({
      '': {
        domain: 'cellwright',
        version: '1.2.3',
        language: 'ko-KR',
        plural_forms: 'nplurals=1; plural=0;'
      },
      'settings\u0004Model': ['모델'],
      '%1 cell': ['셀 %1개', '']
    });
  });
});
