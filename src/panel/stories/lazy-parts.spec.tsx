import { readFileSync } from 'fs';
import { join } from 'path';
import { act } from 'react';

import { reachedFiles } from '../../testing/reached-files';
import { MORE } from '../render/load-more';
import { PanelFixture } from './panel-fixture';

const PANEL = join(__dirname, '..');

describe('what is seldom looked at', () => {
  it('does not come with the panel', () => {
    const first = reachedFiles(join(PANEL, 'index.ts'));
    const more = readFileSync(join(PANEL, 'components/lazy-chunk.ts'), 'utf8');
    const parts = [...more.matchAll(/from '\.\/([^']+)'/g)].map(
      ([, name]) => name
    );
    expect(parts).toContain('views/timeline-view');
    expect([...first].map(file => file.slice(PANEL.length))).toContain(
      '/components/thread/thread.tsx'
    );
    for (const part of parts) {
      expect([...first]).not.toContain(
        join(PANEL, 'components', `${part}.tsx`)
      );
    }
  });

  it('says when it could not be loaded, and tries again', async () => {
    const panel = new PanelFixture();
    await panel.mount();
    await act(async () => panel.store.show({ name: 'policy' }));
    await act(async () => MORE.setState({ more: null, failed: true }));
    expect(panel.text).toContain('This part could not be loaded.');
    expect(panel.text).not.toContain('Permissions');
    await panel.click(panel.get('button', 'Try again'));
    expect(panel.text).toContain('Permissions');
  });
});
