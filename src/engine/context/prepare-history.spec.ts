import type { BaseMessage } from '@langchain/core/messages';

import type { CellOutput, ICellRun } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import { FakeShell, commandRun } from '../../testing/fake-shell';
import { FakeWorkspace } from '../../testing/fake-workspace';
import type { IScriptedStep } from '../../testing/scripted-model';
import { Harness, type Settings } from '../stories/harness';

/** Is part of all data, outputs and samples; it must never be sent. */
const MARKER = 'Schmidt';

const PRIVATE: Settings = { privacy: { schemasOnly: true } };

const TABLE: CellOutput = {
  type: 'data',
  result: true,
  data: {
    'text/plain': `  surname\n0 ${MARKER}`,
    'text/html': `<td>${MARKER}</td>`,
    'image/png': btoa(MARKER)
  }
};

const OUTPUTS: CellOutput[] = [
  { type: 'stream', name: 'stdout', text: `${MARKER}\n` },
  TABLE
];

const INSPECTION = {
  variables: [
    {
      name: 'people',
      type: 'DataFrame',
      shape: [3, 1],
      columns: [
        {
          name: 'surname',
          dtype: 'object',
          missing: 0,
          distinct: 3,
          samples: [`'${MARKER}'`]
        }
      ]
    },
    { name: 'name', type: 'str', value: `'${MARKER}'` }
  ],
  more: [],
  unknown: []
};

const FAILED = raised('KeyError', `'${MARKER}'`, [
  'Cell In[2], line 1',
  '----> 1 people[name]',
  `KeyError: '${MARKER}'`
]);

function workspace(run: (source: string) => ICellRun = () => ran(OUTPUTS)) {
  return new FakeWorkspace({
    notebook: new FakeNotebook({
      cells: [
        { id: 'title', type: 'markdown', source: '# People' },
        { id: 'good', source: 'people', outputs: OUTPUTS, executionCount: 1 },
        {
          id: 'bad',
          source: 'people[name]',
          outputs: FAILED.outputs,
          executionCount: 2
        }
      ],
      onRun: run,
      onScratch: run,
      onInspect: code =>
        JSON.stringify(code.includes('surname') ? [] : INSPECTION)
    }),
    files: new FakeFiles({
      'people.csv': `surname,mass\n${MARKER},1\n${MARKER},2\n`,
      'notes.txt': `About ${MARKER}.\n`,
      'other.ipynb': JSON.stringify({
        cells: [
          {
            id: 'far',
            type: 'code',
            cell_type: 'code',
            source: 'people.head()'
          }
        ]
      })
    }),
    images: new FakeImages(),
    shell: new FakeShell({
      onCommand: () =>
        commandRun({ stdout: `${MARKER}\n`, stderr: `${MARKER}\n` })
    })
  });
}

const call = (
  name: string,
  args: Record<string, unknown> = {}
): IScriptedStep => ({ calls: [{ name, args }] });

/** Every tool that could return a value, one per step. */
const EVERY_TOOL: IScriptedStep[] = [
  call('read_notebook', { cells: ['good', 'bad'], outputs: true }),
  call('inspect_variables'),
  call('inspect_variables', { names: ['people', 'name'] }),
  call('read_file', { path: 'people.csv' }),
  call('read_file', { path: 'notes.txt' }),
  call('list_files'),
  call('search_workspace', { pattern: 'Sch' }),
  call('search_notebook_cells', { pattern: 'people' }),
  call('check_resource', { files: ['people.csv'] }),
  call('jupyter_cell', { code: 'people', description: 'Look' }),
  call('edit_cell', { cell_id: 'good', code: 'people.head()', run: true }),
  call('run_cells', { cell_ids: ['good', 'bad'] }),
  call('run_scratch', { code: 'print(name)' }),
  call('execute_command', { command: 'cat people.csv' })
];

/** Everything in a request, down to its parts. */
function bodies(requests: BaseMessage[][]): string {
  return JSON.stringify(
    requests.map(request =>
      request.map(message => [message.type, message.content])
    )
  );
}

/** Approves every card until the run ends. */
async function runAll(harness: Harness, text = 'Go.'): Promise<void> {
  await harness.say(text);
  for (;;) {
    const finished = harness.of('run-finished').length;
    const opened = harness.of('review-opened').length;
    const closed = harness.of('review-closed').length;
    if (opened === closed || finished > 0) {
      return;
    }
    await harness.approveAll();
  }
}

describe('the mode "schemas only"', () => {
  it.each([
    ['that ends well', () => ran(OUTPUTS)],
    [
      'that fails',
      () => ({ ...FAILED, outputs: [...OUTPUTS, ...FAILED.outputs] })
    ]
  ])(
    'sends no value, output or sample, whatever tool is called, with code %s',
    async (_, run) => {
      const harness = new Harness({
        settings: { ...PRIVATE, limits: { modelCalls: 60 } },
        images: true,
        workspace: workspace(run),
        script: [...EVERY_TOOL, { text: 'Done.' }]
      });
      await runAll(harness);
      expect(harness.model.requests).toHaveLength(EVERY_TOOL.length + 1);
      expect(harness.of('call-finished')).toHaveLength(EVERY_TOOL.length);
      const sent = bodies(harness.model.requests);
      expect(sent).not.toContain(MARKER);
      expect(sent).not.toContain('image_url');
      expect(sent).toContain('Values are kept from you');
      // The schema itself is sent.
      expect(sent).toContain('surname');
      expect(sent).toContain('DataFrame');
    }
  );

  it('finds the marker when the mode is off, so that this spec could fail', async () => {
    for (const step of EVERY_TOOL.filter(
      ({ calls }) =>
        !['list_files', 'check_resource', 'search_notebook_cells'].includes(
          calls?.[0].name ?? ''
        )
    )) {
      const harness = new Harness({
        workspace: workspace(),
        script: [
          call('read_notebook', { cells: ['good'] }),
          step,
          { text: 'Done.' }
        ]
      });
      await runAll(harness);
      expect([step.calls?.[0].name, bodies(harness.model.requests)]).toEqual([
        step.calls?.[0].name,
        expect.stringContaining(MARKER)
      ]);
    }
  });

  it('sends no value of what the person attached', async () => {
    const harness = new Harness({
      settings: PRIVATE,
      workspace: workspace(),
      script: [{ text: 'Done.' }]
    });
    await harness.say('Look.', {
      attachments: [
        { kind: 'cell', cellId: 'bad', notebook: 'analysis.ipynb' },
        { kind: 'cell', cellId: 'good', notebook: 'analysis.ipynb' },
        { kind: 'variable', name: 'people' },
        { kind: 'file', path: 'people.csv' },
        { kind: 'file', path: 'notes.txt' }
      ]
    });
    const sent = bodies(harness.model.requests);
    expect(sent).not.toContain(MARKER);
    expect(sent).toContain('people[name]');
  });

  it('withholds, once switched on, what was told before', async () => {
    const harness = new Harness({
      images: true,
      workspace: workspace(),
      script: [
        call('read_file', { path: 'notes.txt' }),
        call('read_notebook', { cells: ['good'], outputs: true }),
        { text: 'Read.' },
        call('read_file', { path: 'people.csv' }),
        { text: 'Done.' }
      ]
    });
    await harness.say('Look.', {
      attachments: [{ kind: 'file', path: 'notes.txt' }]
    });
    expect(bodies(harness.model.requests)).toContain(MARKER);
    harness.settings = {
      ...harness.settings,
      privacy: { ...harness.settings.privacy, schemasOnly: true }
    };
    await harness.say('Go on.');
    const after = harness.model.requests.slice(3);
    expect(after).toHaveLength(2);
    expect(bodies(after)).not.toContain(MARKER);
    expect(bodies(after)).not.toContain('image_url');
    expect(bodies(after)).toContain('Withheld: the person has since');
    // What was read while the mode was on stays readable.
    expect(bodies(after.slice(1))).toContain('surname');
    expect(bodies([await harness.messages()])).toContain(MARKER);
  });

  it('summarises without values', async () => {
    const harness = new Harness({
      workspace: workspace(),
      settings: { summary: { trigger: 'small', keep: 2 } },
      script: [
        call('read_file', { path: 'notes.txt' }),
        ...Array.from({ length: 14 }, () => call('list_files')),
        { text: 'A summary.' },
        { text: 'Done.' }
      ]
    });
    harness.settings = {
      ...harness.settings,
      limits: { ...harness.settings.limits, toolCalls: {} }
    };
    let reads = 0;
    harness.engine.subscribe(event => {
      // The mode is switched on during the run, after the first file was read.
      if (event.type === 'call-finished' && ++reads === 2) {
        harness.settings = {
          ...harness.settings,
          privacy: { ...harness.settings.privacy, schemasOnly: true }
        };
      }
    });
    await harness.say('Look.');
    expect(harness.of('summary')).toHaveLength(1);
    expect(bodies(harness.model.requests.slice(1, 2))).toContain(MARKER);
    expect(bodies(harness.model.requests.slice(2))).not.toContain(MARKER);
  });
});
