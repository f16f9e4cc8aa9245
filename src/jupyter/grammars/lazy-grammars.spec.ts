import {
  EditorLanguageRegistry,
  IEditorLanguageRegistry
} from '@jupyterlab/codemirror';
import { parser } from '@lezer/python';

import { LazyGrammars } from './lazy-grammars';

type Services = ConstructorParameters<typeof LazyGrammars>[0];

/** JupyterLab's registry, or whatever stands in for it. */
function services(get: () => Promise<unknown>): NonNullable<Services> {
  return {
    resolveOptionalService: async token =>
      (token as unknown) === IEditorLanguageRegistry
        ? ((await get()) as never)
        : null
  };
}

function registry(): EditorLanguageRegistry {
  const languages = new EditorLanguageRegistry();
  EditorLanguageRegistry.getDefaultLanguages()
    .filter(language => language.name === 'Python')
    .forEach(language => languages.addLanguage(language));
  return languages;
}

describe('the parsers of JupyterLab’s editors', () => {
  it('are there once they are loaded: Python’s own, and no copy', async () => {
    const grammars = new LazyGrammars(services(async () => registry()));
    expect(grammars.python).toBeNull();
    await grammars.load();
    const parse = grammars.python?.startParse('x = 1');
    let tree = null;
    while (parse && tree === null) {
      tree = parse.advance();
    }
    expect(tree?.cursor().name).toBe('Script');
    expect(parser.parse('x = 1').cursor().name).toBe('Script');
  });

  it('are none without a registry, and nothing is thrown', async () => {
    const none = new LazyGrammars(null);
    await none.load();
    expect(none.python).toBeNull();
    const empty = new LazyGrammars(services(async () => null));
    await empty.load();
    expect(empty.python).toBeNull();
  });

  it('are asked for again after they could not be had', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    let isDown = true;
    const grammars = new LazyGrammars(
      services(async () => {
        if (isDown) {
          throw new Error('No connection');
        }
        return registry();
      })
    );
    await grammars.load();
    expect(grammars.python).toBeNull();
    expect(warn).toHaveBeenCalled();
    isDown = false;
    await grammars.load();
    expect(grammars.python).not.toBeNull();
  });
});
