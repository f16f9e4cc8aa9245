import { Sanitizer } from '@jupyterlab/apputils';

import { quietSanitizer } from './quiet-sanitizer';

const BUTTON =
  '<p>before <button data-commandlinker-command="runmenu:run-all" data-commandlinker-args="{}">Run</button> <b>after</b></p>';

describe('the sanitizer of outputs', () => {
  const { setAllowCommandLinker } = Sanitizer.prototype;
  afterEach(() => {
    Sanitizer.prototype.setAllowCommandLinker = setAllowCommandLinker;
  });

  it.each([
    ['with the switch of JupyterLab 4.5', () => undefined],
    [
      'without it, as before',
      () => {
        delete (Sanitizer.prototype as { setAllowCommandLinker?: unknown })
          .setAllowCommandLinker;
      }
    ]
  ])('lets no command of JupyterLab through, %s', (_, prepare) => {
    prepare();
    const html = quietSanitizer().sanitize(BUTTON);
    expect(html).not.toContain('commandlinker');
    expect(html).toContain('<b>after</b>');
  });
});
