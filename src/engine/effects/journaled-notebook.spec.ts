import {
  ENGLISH,
  WorkspaceError,
  hashText,
  type ICallRecord,
  type IEffectRecord,
  type INotebook
} from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { EffectLog } from './effect-log';
import { JournaledNotebook } from './journaled-notebook';
import type { Provenance } from './provenance';

const AT = { threadId: 'thread', branch: '' };
const PROVENANCE: Provenance = {
  call: 'call',
  model: 'gpt-5',
  by: 'person',
  at: '2026-11-21T09:00:00.000Z'
};
const options = { signal: new AbortController().signal };

/** A notebook for one call, with what was recorded and done, in order. */
class Meeting {
  readonly journal = memoryStores().journal;
  readonly notebook: FakeNotebook;
  readonly order: string[] = [];
  readonly effects: IEffectRecord[] = [];
  readonly log: EffectLog;
  readonly subject: INotebook;

  constructor(
    cells: ConstructorParameters<typeof FakeNotebook>[0] = {},
    own: {
      record?: Partial<ICallRecord>;
      provenance?: Provenance | null;
      refuse?: string;
      isRevoked?: () => boolean;
      /** Whether the journal keeps the effects. */
      keeps?: boolean;
    } = {}
  ) {
    this.notebook = new FakeNotebook(cells);
    const { actions } = this.notebook;
    const push = actions.push.bind(actions);
    actions.push = (...done) => {
      this.order.push(...done.map(({ type }) => type));
      return push(...done);
    };
    const keep = this.journal.effect.bind(this.journal);
    if (own.keeps) {
      const mark = { callId: 'call', hash: '', time: 0 };
      void this.journal.intend(
        AT,
        { ...mark, runId: 'run', tool: 'jupyter_cell', notebook: '' },
        { ...mark, decision: { type: 'approve' }, by: 'person' }
      );
    }
    this.journal.effect = async (_at, _callId, effect, instead) => {
      if (own.keeps) {
        await keep(_at, _callId, effect, instead);
      }
      if (effect.kind === own.refuse) {
        throw new Error('Storage is full.');
      }
      await Promise.resolve();
      this.order.push(`note ${effect.kind}`);
      this.effects.push(effect);
    };
    this.log = new EffectLog({
      journal: this.journal,
      at: AT,
      trans: ENGLISH,
      record: { callId: 'call', attempt: 0, effects: [], ...own.record },
      provenance: own.provenance === undefined ? PROVENANCE : own.provenance,
      stale: false,
      isRevoked: own.isRevoked
    });
    this.subject = new JournaledNotebook({
      notebook: this.notebook,
      effects: this.log,
      trans: ENGLISH,
      progress: () => undefined,
      applied: () => {
        if (this.notebook.isOpen) {
          void this.notebook.save();
        }
      }
    });
  }
}

const CELLS = {
  cells: [
    { id: 'a', source: 'x = 1', outputs: printed('one').outputs },
    { id: 'b', source: 'y = 2' }
  ]
};

describe('an effect on a notebook', () => {
  it('is noted before it is done, and saved after', async () => {
    const { subject, order } = new Meeting(CELLS);
    const id = await subject.insertCell({ type: 'code', source: 'z' });
    await subject.setSource('a', 'x = 2');
    await subject.moveCell('a', 'b');
    await subject.deleteCell('b');
    await subject.runCell(id, options);
    expect(order).toEqual([
      ...['note insert', 'insert', 'save'],
      ...['note source', 'set', 'save'],
      ...['note move', 'move', 'save'],
      ...['note delete', 'delete', 'save'],
      ...['note run', 'run', 'save']
    ]);
  });

  it('leaves out outputs that are too large to keep', async () => {
    const { subject, effects } = new Meeting({
      cells: [
        { id: 'a', source: '', outputs: printed('x'.repeat(2_000_000)).outputs }
      ]
    });
    await subject.setSource('a', 'x');
    expect(effects[0]).toMatchObject({ before: { id: 'a' } });
    expect((effects[0] as { before: object }).before).not.toHaveProperty(
      'outputs'
    );
  });

  it.each(['insert', 'source', 'run'])(
    'is not done where %s cannot be noted',
    async refuse => {
      const { subject, notebook } = new Meeting(CELLS, { refuse });
      const work =
        refuse === 'insert'
          ? subject.insertCell({ type: 'code', source: 'z' })
          : refuse === 'source'
            ? subject.setSource('a', 'z')
            : subject.runCell('a', options);
      await expect(work).rejects.toThrow('Storage is full.');
      expect(notebook.actions).toHaveLength(0);
    }
  );

  it('is completed with the empty cell it took, though its rule is gone by then', async () => {
    let isRevoked = false;
    const { subject, notebook, effects, log } = new Meeting(
      {
        cells: [
          { id: 'a', source: 'x' },
          { id: 'empty', source: '' }
        ]
      },
      { isRevoked: () => isRevoked }
    );
    const { insertCell } = notebook;
    notebook.insertCell = cell => {
      isRevoked = true;
      return insertCell.call(notebook, cell);
    };
    await subject.insertCell({ type: 'code', source: 'z', after: 'a' });
    expect(notebook.cell('empty')).toBeUndefined();
    expect(effects.at(-1)).toMatchObject({
      kind: 'insert',
      took: { cell: { id: 'empty' } }
    });
    expect(log.undone).toBe(0);
  });

  it('does not run a cell that changed while the kernel was waited for', async () => {
    const { subject, notebook } = new Meeting(CELLS);
    const { runCell } = notebook;
    notebook.runCell = (id, how) => {
      notebook.changeAsPerson('a', 'rm()');
      return runCell.call(notebook, id, how);
    };
    await expect(subject.runCell('a', options)).rejects.toThrow(WorkspaceError);
    expect(notebook.actions).toHaveLength(0);
  });
});

describe('a cell that is inserted to be run', () => {
  const add = async ({ subject }: Meeting, how = options) => {
    const id = await subject.insertCell({ type: 'code', source: 'z' });
    return subject.runCell(id, how);
  };

  /** What the record keeps, after the outcome. */
  const stored = ({ effects, log }: Meeting): string[] =>
    effects.slice(0, effects.length - log.undone).map(({ kind }) => kind);

  it('keeps the record of its run where it took an empty cell', async () => {
    const meeting = new Meeting(
      { cells: [{ id: 'empty', source: '' }] },
      { keeps: true }
    );
    await add(meeting);
    const record = await meeting.journal.call(AT, 'call');
    expect(record?.effects).toMatchObject([
      { kind: 'insert', took: { cell: { id: 'empty' } } },
      { kind: 'run', msgId: 'request-1' }
    ]);
  });

  it('is not taken for run if it was stopped before it was sent', async () => {
    const meeting = new Meeting(CELLS);
    const stop = new AbortController();
    const { insertCell } = meeting.notebook;
    meeting.notebook.insertCell = cell => {
      stop.abort();
      return insertCell.call(meeting.notebook, cell);
    };
    const run = await add(meeting, { signal: stop.signal });
    expect(run.status).toBe('stopped');
    expect(stored(meeting)).toEqual(['insert']);
  });

  it('is not taken for run whose rule is taken back while another request takes its place', async () => {
    let checks = 0;
    const meeting = new Meeting(CELLS, {
      keeps: true,
      // Before and after each of the first two records, before the third.
      isRevoked: () => ++checks > 5
    });
    meeting.notebook.tells = 2;
    await expect(add(meeting)).rejects.toMatchObject({ code: 'changed' });
    expect(meeting.effects.at(-1)).toMatchObject({ msgId: 'request-2' });
    expect(meeting.log.undone).toBe(1);
    expect((await meeting.journal.call(AT, 'call'))?.effects).toHaveLength(2);
  });
});

describe('the note on a cell', () => {
  it('says of a run, from when it is dispatched, whether it has ended', async () => {
    const { subject, notebook } = new Meeting(CELLS);
    let during: unknown;
    notebook.onRun = () => {
      during = notebook.markOf('a')?.run;
      return printed('two');
    };
    await subject.runCell('a', options);
    const run = {
      id: 'request-1',
      hash: hashText('x = 1'),
      kernel: 'kernel-1:0'
    };
    expect(during).toEqual({ ...run, done: false });
    expect(notebook.markOf('a')?.run).toEqual({ ...run, done: true });
  });

  it('keeps who made a cell when another call runs it', async () => {
    const { subject, notebook } = new Meeting(CELLS);
    notebook.mark('a', { ...PROVENANCE, call: 'earlier', model: 'other' });
    await subject.runCell('a', options);
    expect(notebook.markOf('a')).toMatchObject({
      call: 'call',
      model: 'other'
    });
  });

  it('does not say that a run ended whose notebook was closed', async () => {
    const { subject, notebook } = new Meeting(CELLS);
    notebook.onRun = () => {
      notebook.close();
      return printed('');
    };
    const markOf = notebook.markOf.bind(notebook);
    await subject.runCell('a', options).catch(() => undefined);
    expect(markOf('a')?.run?.done).toBe(false);
  });
});

describe('an effect that an earlier page noted', () => {
  const again = (effect: object): Meeting =>
    new Meeting(CELLS, {
      record: { effects: [{ time: 1, ...effect } as IEffectRecord] }
    });

  const source = {
    kind: 'source',
    cellId: 'a',
    before: { id: 'a', type: 'code', source: 'x = 1', metadata: {} },
    hash: hashText('x = 2')
  };

  const sent = {
    kind: 'run',
    cellId: 'a',
    before: null,
    hash: hashText('x = 1'),
    msgId: 'm',
    kernelId: 'k',
    process: 'p'
  };

  it('is never answered by another one', async () => {
    const { subject, notebook } = again(source);
    await expect(subject.deleteCell('a')).rejects.toThrow('can’t be resumed');
    expect(notebook.sources).toEqual(['x = 1', 'y = 2']);
  });

  it('asks for a run by its request, its code and its call', async () => {
    const { subject, notebook } = again(sent);
    const asked: unknown[] = [];
    notebook.recall = async (cellId, request) => {
      asked.push(cellId, request);
      return printed('two');
    };
    const run = await subject.runCell('a', options);
    expect(asked).toEqual([
      'a',
      {
        msgId: 'm',
        kernelId: 'k',
        process: 'p',
        hash: hashText('x = 1'),
        callId: 'call'
      }
    ]);
    expect(run.outputs).toEqual(printed('two').outputs);
    expect(notebook.actions.map(({ type }) => type)).toEqual(['save']);
  });
});

it.each<[string, (subject: INotebook) => Promise<unknown>]>([
  ['edits', subject => subject.setSource('a', 'x = 2')],
  ['deletes', subject => subject.deleteCell('a')]
])(
  'what a person types while an effect is being stored is left alone by a call that %s the cell',
  async (_, act) => {
    const { journal, notebook, log, subject } = new Meeting({
      cells: [{ id: 'a', source: 'x = 1' }]
    });
    const note = journal.effect.bind(journal);
    journal.effect = async (...which) => {
      await note(...which);
      notebook.changeAsPerson('a', 'x = 1  # typed');
    };
    await expect(act(subject)).rejects.toThrow(
      'was changed since this was approved'
    );
    expect(notebook.sources).toEqual(['x = 1  # typed']);
    expect(log.undone).toBe(1);
  }
);
