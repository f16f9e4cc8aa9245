import { historyFaults, toolTexts } from '../support/history';
import { answer, call } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('files are written and edited with a diff on the card, never over what was changed meanwhile, never outside, and in its tab where it is open', async ({
  begin,
  files,
  model,
  page,
  tmpPath
}) => {
  const { panel, notebook } = await begin({
    cells: [
      'import os',
      'print(os.path.islink("linked.md"), open("notes.md").read())'
    ],
    files: {
      'notes.md': 'one\ntwo\nthree\n',
      'script.py': 'print("kept")\n'
    }
  });
  const notes = `${tmpPath}/notes.md`;
  const script = `${tmpPath}/script.py`;
  const editor = page.locator('.jp-FileEditor').getByRole('textbox');
  const lastResult = async (): Promise<string> =>
    toolTexts((await model.lastRequest()).body.messages).at(-1)!;

  await test.step('a new file, in a folder that is made', async () => {
    const path = `${tmpPath}/made/new.py`;
    await model.script([
      call('write_file', { path: 'made/new.py', content: 'print("new")\n' }),
      answer('Written.')
    ]);
    await panel.say('write it');
    await expect(panel.cards).toContainText(`“${path}” new file`);
    await expect(panel.cards).toContainText('print("new")');
    expect(await files.read('made/new.py')).toBeNull();
    await panel.approve();
    await panel.answered('Written.');
    expect(await files.read('made/new.py')).toBe('print("new")\n');
  });

  await test.step('one that exists is refused without overwrite, then shown as a diff', async () => {
    await model.script([
      call('write_file', { path: 'notes.md', content: 'gone' }),
      call('write_file', {
        path: `/${notes}`,
        content: 'one\nTWO\nthree\n',
        overwrite: true
      }),
      answer('Overwritten.')
    ]);
    await panel.say('overwrite it');
    await expect(panel.cards).toContainText(
      'compared with the file as it is now'
    );
    expect(await lastResult()).toContain('already exists');
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText('two');
    await expect(panel.cards.locator('.cm-changedLine')).toContainText('TWO');
    await panel.approve();
    await panel.answered('Overwritten.');
    expect(await files.read('notes.md')).toBe('one\nTWO\nthree\n');
  });

  await test.step('one that changes between card and approval is not overwritten', async () => {
    await model.script([
      call('write_file', {
        path: 'notes.md',
        content: 'lost',
        overwrite: true
      }),
      answer('Left alone.')
    ]);
    await panel.say('overwrite it again');
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText('TWO');
    await page.contents.uploadContent('a person’s\n', 'text', notes);
    await panel.approve();
    await expect(panel.cards.getByText(/changed/)).toBeVisible();
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText(
      'a person’s'
    );
    expect(await files.read('notes.md')).toBe('a person’s\n');
    await panel.reject('keep mine');
    await panel.answered('Left alone.');
    expect(await files.read('notes.md')).toBe('a person’s\n');
  });

  await test.step('edit_file needs a text that stands once', async () => {
    await page.contents.uploadContent('a = 1\nb = 1\n', 'text', notes);
    await model.script([
      call('edit_file', { path: 'notes.md', old: '= 1', new: '= 2' }),
      call('edit_file', { path: 'notes.md', old: 'b = 1', new: 'b = 2' }),
      answer('Edited.')
    ]);
    await panel.say('edit it');
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText(
      'b = 1'
    );
    expect(await lastResult()).toMatch(/2 times|twice|more than once/);
    await panel.approve();
    await panel.answered('Edited.');
    expect(await files.read('notes.md')).toBe('a = 1\nb = 2\n');
  });

  await test.step('no path leads outside', async () => {
    const outside = [
      `${'../'.repeat(9)}outside.txt`,
      '/../outside.txt',
      `/${tmpPath}/${'../'.repeat(9)}outside.txt`,
      'C:\\outside.txt',
      '%2e%2e/outside.txt',
      '..\uff0foutside.txt'
    ];
    await model.script([
      {
        calls: outside.flatMap(path => [
          { name: 'write_file', args: { path, content: 'escaped' } },
          { name: 'read_file', args: { path } },
          { name: 'list_files', args: { path } },
          { name: 'search_workspace', args: { pattern: 'x', path } },
          { name: 'edit_file', args: { path, old: 'a', new: 'b' } }
        ])
      },
      answer('None of them.')
    ]);
    await panel.say('leave the folder');
    await panel.answered('None of them.');
    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    const texts = toolTexts(messages).slice(-5 * outside.length);
    for (const text of texts) {
      expect(text).toMatch(
        /outside the folder that JupyterLab was started in|below the server's root/
      );
    }
  });

  await test.step('a link is followed and stays one; links that lead nowhere or back are no trap', async () => {
    const runCells = async (first: string, seen: string): Promise<void> => {
      await notebook.setSource(0, first);
      await notebook.command('notebook:run-all-cells');
      await expect.poll(() => notebook.outputText(1)).toContain(seen);
    };
    await runCells(
      [
        'import os',
        'os.symlink("notes.md", "linked.md")',
        'os.symlink("gone.md", "nowhere.md")',
        'os.symlink(".", "back")'
      ].join('\n'),
      'True a = 1\nb = 2'
    );
    await model.script([
      {
        calls: [
          { name: 'read_file', args: { path: 'linked.md' } },
          { name: 'read_file', args: { path: 'nowhere.md' } },
          { name: 'list_files', args: { path: '.', recursive: true } },
          {
            name: 'search_workspace',
            args: { pattern: 'b = 2', file_types: ['md'], path: '' }
          }
        ]
      },
      call('edit_file', {
        path: 'linked.md',
        old: 'b = 2',
        new: 'b = 3'
      }),
      answer('Followed.')
    ]);
    await panel.say('follow the links');
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText(
      'b = 2'
    );
    const [linked, nowhere, listed, found] = toolTexts(
      (await model.lastRequest()).body.messages
    ).slice(-4);
    expect(linked).toContain('b = 2');
    expect(nowhere).toContain('a link that leads nowhere');
    expect(listed).toContain('folders deeper than 12 were left out');
    expect(found).toContain('\nnotes.md:2: b = 2');
    await panel.approve();
    await panel.answered('Followed.');
    expect(await files.read('notes.md')).toBe('a = 1\nb = 3\n');
    // A link back to the folder must be gone before something walks the folder
    // to clear it.
    await runCells(
      'import os\nfor link in ["nowhere.md", "back"]: os.remove(link)',
      'True a = 1\nb = 3'
    );
  });

  await test.step('one that is open with unsaved edits is changed in its tab: no dialog, and the edits stay', async () => {
    await panel.button('New conversation').click();
    await model.script([
      call('edit_file', {
        path: 'script.py',
        old: 'mine = 1',
        new: 'mine = 2'
      }),
      call('write_file', {
        path: 'script.py',
        content: 'mine = 2\nprint("kept")\nadded = 3\n',
        overwrite: true
      }),
      answer('Changed in the tab.')
    ]);
    await notebook.command('docmanager:open', {
      path: script,
      factory: 'Editor'
    });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('mine = 1\n');
    expect(await files.read('script.py')).toBe('print("kept")\n');

    await panel.say('change my script');
    await expect(panel.cards.locator('.cm-deletedChunk')).toContainText(
      'mine = 1'
    );
    await panel.approve();
    await expect(panel.cards).toContainText('added = 3');
    await expect(editor).toContainText('mine = 2');
    expect(await files.read('script.py')).toBe('mine = 2\nprint("kept")\n');
    await panel.approve();
    await panel.answered('Changed in the tab.');
    await expect(editor).toContainText('added = 3');
    expect(await files.read('script.py')).toBe(
      'mine = 2\nprint("kept")\nadded = 3\n'
    );
    await expect(page.locator('.jp-Dialog')).toHaveCount(0);
  });

  await test.step('undo takes the change back alone', async () => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor).not.toContainText('added');
    await expect(editor).toContainText('mine = 2');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor).toContainText('mine = 1');
    await page.keyboard.press('ControlOrMeta+s');
    await expect
      .poll(() => files.read('script.py'))
      .toBe('mine = 1\nprint("kept")\n');
    await expect(page.locator('.jp-Dialog')).toHaveCount(0);
  });
});

test('files and notebooks are searched, and large and foreign tables read, in little time', async ({
  begin,
  files,
  model,
  page,
  tmpPath
}) => {
  await test.step('files and notebooks are searched as they are now, in a worker that is ended at its time limit while the page stays responsive', async () => {
    await model.script([
      {
        calls: [
          {
            name: 'search_workspace',
            args: { pattern: 'needle_\\d+', file_types: ['py'] }
          },
          { name: 'search_workspace', args: { pattern: 'needle(' } },
          { name: 'search_notebook_cells', args: { pattern: 'needle' } },
          {
            name: 'search_notebook_cells',
            args: { pattern: 'needle', notebook_path: 'other.ipynb' }
          }
        ]
      },
      call('search_workspace', { pattern: '(a+)+$', file_types: ['txt'] }),
      call('search_workspace', { pattern: 'a!$', file_types: ['txt'] }),
      answer('Searched.')
    ]);
    const { panel, notebook } = await begin({
      cells: [{ markdown: '# A needle' }, 'print("hay")'],
      files: {
        'one.py': 'hay\nneedle_1 = 1\n',
        'two.py': 'needle_x\nhay\nNeedle_2\n  needle_3 = needle_4\n',
        'slow.txt': `${'a'.repeat(64)}!\n`,
        'other.ipynb': otherNotebook()
      }
    });
    await notebook.setSource(1, 'print("unsaved needle")');
    const stalls = await page.evaluateHandle(() => {
      const seen = { ticks: 0 };
      setInterval(() => seen.ticks++, 20);
      return seen;
    });
    await panel.say('search');
    await expect.poll(async () => (await model.requests()).length).toBe(2);
    await stalls.evaluate(seen => {
      seen.ticks = 0;
    });
    await expect(panel.line('Searching the files')).toBeVisible();
    await expect
      .poll(async () => (await model.requests()).length)
      .toBeGreaterThan(2);
    const { ticks } = await stalls.evaluate(seen => ({ ...seen }));
    await panel.answered('Searched.');

    const { messages } = (await model.lastRequest()).body;
    expect(historyFaults(messages)).toEqual([]);
    const [files, bad, notebooks, other, slow, quick] = toolTexts(messages);

    await test.step('file, line number and line', async () => {
      expect(files).toContain('3 matches in 2 files');
      expect(files).toContain('\ntwo.py:3: Needle_2');
      expect(files).toContain('\none.py:2: needle_1 = 1');
      expect(files).toContain('\ntwo.py:4: needle_3 = needle_4');
      expect(bad).toContain('not a valid JavaScript regular expression');
      expect(bad).toContain('Unterminated group');
    });

    await test.step('unsaved edits of an open notebook are found, and notebooks that are not open', async () => {
      expect(notebooks).toContain('print("unsaved needle")');
      expect(notebooks).toContain(
        '\nanalysis.ipynb, cell 1 (cell-1, markdown), line 1: # A needle'
      );
      expect(notebooks).toContain('\nother.ipynb, cell 1');
      expect(other).toContain('far_needle = 1');
      expect(other).not.toContain('analysis.ipynb');
    });

    await test.step('a pattern that runs away is ended in time, and the next search works', async () => {
      expect(slow).toContain('took too long and was stopped after 5 s');
      expect(quick).toContain('\nslow.txt:1');
      // In the page's own thread, it would be blocked for all of the 5 s.
      expect(ticks).toBeGreaterThan(5);
    });
  });

  await test.step('the head of a large table comes in one request for its first bytes, and a table in cp949 with its encoding', async () => {
    const { panel } = await begin();
    const rows = Array.from(
      { length: 200_000 },
      (_, n) => `${n},${(n * 37) % 101}`
    );
    await files.write('large.csv', `id,value\n${rows.join('\n')}\n`);
    // 도시,인구,지역
    const cities =
      'tbW9wyzAzrG4LMH2v6oKvK2/7yw5NDExLLz2tbWxxwq6zrvqLDMzMjAssOa787W1CrTrsbgsMjM4Nyyw5rvztbUKsaTB1iwxNDMxLMD8tvO1tQq068D8LDE0NDYsw+bDu7W1CsGmwdYsNjc2LMGmwda1tQo=';
    await page.contents.uploadContent(
      cities,
      'base64',
      `${tmpPath}/cities.csv`
    );
    const ranges: [number, string | undefined][] = [];
    page.on('response', async response => {
      if (response.url().includes('/large.csv')) {
        const { range } = await response.request().allHeaders();
        ranges.push([response.status(), range]);
      }
    });
    await model.script([
      call('read_file', { path: 'large.csv' }),
      call('read_file', { path: 'cities.csv' }),
      answer('Both read.')
    ]);
    await panel.say('read both');
    await panel.answered('Both read.');
    const [large, small] = toolTexts((await model.lastRequest()).body.messages);
    expect(large).toMatch(/1\.9 MB; a table of about 240,000 rows/);
    expect(large).toContain('these are its first 65.5 KB');
    expect(large).toContain('id,value');
    expect(small).toMatch(/encoding (?:probably )?cp949; a table of 6 rows/);
    expect(small).toContain('서울,9411,수도권');
    expect(ranges.filter(([status]) => status === 206)).toEqual([
      [206, 'bytes=0-65535']
    ]);
  });
});

function otherNotebook(): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      {
        id: 'far-1',
        cell_type: 'code',
        metadata: {},
        source: 'far_needle = 1',
        outputs: [],
        execution_count: null
      }
    ]
  });
}
