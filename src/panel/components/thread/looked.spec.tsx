import type { EventBody } from '../../../contract';
import { codeCard } from '../../../testing/fake-agent';
import { PanelFixture } from '../../stories/panel-fixture';
import {
  callFinished,
  callProposed,
  reviewDecided,
  reviewOpened
} from '../../stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const log = () => panel.get('log').textContent ?? '';

type Finished = Extract<EventBody, { type: 'call-finished' }>;

function proposed(callId: string, tool: string): EventBody {
  return callProposed(callId, { tool, text: `Doing ${callId}` });
}

function done(
  callId: string,
  tool: string,
  change: Partial<Finished> = {}
): EventBody[] {
  return [
    proposed(callId, tool),
    callFinished(callId, { text: `Did ${callId}`, ...change })
  ];
}

describe('calls that only look', () => {
  const three = [
    ...done('a', 'list_files'),
    ...done('b', 'write_todos'),
    ...done('c', 'read_file')
  ];

  it('are a line each while they are the latest, then one line that opens to them', async () => {
    await panel.run(...three);
    expect(log()).toContain('Did c');
    await panel.tell(proposed('d', 'jupyter_cell'));
    expect(log()).toContain('Looked at 3 things');
    expect(log()).not.toContain('Did c');
    await panel.click(panel.get('button', 'Show them'));
    expect(log()).toContain('Did a');
    expect(log()).toContain('Did c');
    expect(panel.get('button', 'Hide them').ariaExpanded ?? 'true').toBe(
      'true'
    );
  });

  it('stand apart from cells that were deleted, which are one line too, approved or not', async () => {
    await panel.run(
      ...three,
      proposed('d', 'delete_cell'),
      reviewOpened([codeCard('d', { tool: 'delete_cell' })]),
      reviewDecided('d'),
      done('d', 'delete_cell')[1],
      ...done('e', 'delete_cell'),
      proposed('f', 'jupyter_cell')
    );
    expect(log()).toContain('Looked at 3 things');
    expect(log()).toContain('Deleted 2 cells');
    expect(log()).not.toContain('Did d');
  });

  it.each<[string, EventBody[]]>([
    ['that failed', done('b', 'read_file', { state: 'failed' })],
    ['that changed something', done('b', 'edit_cell')],
    ['with a picture', done('b', 'read_file', { images: 1 })]
  ])('stand beside one %s', async (_, other) => {
    await panel.run(
      ...done('a', 'list_files'),
      ...other,
      ...done('c', 'list_files'),
      proposed('d', 'jupyter_cell')
    );
    expect(log()).not.toContain('Looked at');
    expect(log()).toContain('Did b');
  });
});

describe('a call that runs a cell', () => {
  const running: EventBody[] = [
    proposed('a', 'jupyter_cell'),
    { type: 'call-started', callId: 'a' },
    { type: 'call-progress', callId: 'a', cellId: 'c1' }
  ];
  const line = () =>
    panel.host.querySelector('.jp-Cellwright-lastLine')?.textContent;

  it('has the last line of its output under it, as long as it runs', async () => {
    await panel.run(...running);
    expect(line()).toBeUndefined();
    panel.workspace.printed.set(
      'work/penguins.ipynb#c1',
      'epoch 1\nepoch 2:  10%\repoch 2:  90%\n'
    );
    await panel.until(() => line() === 'epoch 2:  90%');
    await panel.tell(done('a', 'jupyter_cell')[1]);
    expect(line()).toBeUndefined();
  });

  it('has its plot under it, which leads to the cell', async () => {
    URL.createObjectURL = () => 'blob:plot';
    URL.revokeObjectURL = () => undefined;
    panel.agent.past = {
      ...panel.agent.past,
      attachment: async () => ({
        mimeType: 'image/png',
        data: 'AAAA',
        width: 1,
        height: 1
      })
    };
    await panel.run(
      ...done('a', 'jupyter_cell', {
        cellId: 'c2',
        images: 1,
        things: [{ kind: 'image', id: 'p1' }]
      })
    );
    const plot = panel.get('button', 'Show the plot');
    expect(plot.querySelector('img')?.src).toBe('blob:plot');
    await panel.click(plot);
    expect(panel.workspace.revealed.at(-1)?.cellId).toBe('c2');
  });
});
