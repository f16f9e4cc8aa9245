import { z } from 'zod';

import type { Decision } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { calling, startRun, toolTexts } from '../stories/harness';
import { plainTool } from '../stories/plain-tools';

const CODE = ['a = 1', 'b = 2', 'c = 3'];

type DecisionType = 'approve' | 'edit' | 'reject';

/** All combinations of decisions for n calls. */
function mixtures(n: number): DecisionType[][] {
  return n === 0
    ? [[]]
    : mixtures(n - 1).flatMap(rest =>
        (['approve', 'edit', 'reject'] as const).map(type => [...rest, type])
      );
}

function decisionFor(type: DecisionType, index: number): Decision {
  switch (type) {
    case 'approve':
      return { type };
    case 'edit':
      return {
        type,
        editedAction: {
          name: 'jupyter_cell',
          args: { code: `${CODE[index]}0` }
        }
      };
    case 'reject':
      return { type, message: `reason ${index}` };
  }
}

function propose(n: number) {
  return {
    calls: CODE.slice(0, n).map(code => ({
      name: 'jupyter_cell',
      args: { code },
      id: 'call_0'
    }))
  };
}

describe('a review', () => {
  describe.each([1, 2, 3])('of %i calls', n => {
    it.each(mixtures(n).map(types => [types.join(', '), types] as const))(
      'gives each decision to its own call: %s',
      async (_, types) => {
        const harness = await startRun({
          script: [propose(n), 'Done.']
        });
        const { cards } = harness.review;
        expect(cards.map(card => card.args.code)).toEqual(CODE.slice(0, n));

        // Decided from last to first, since the order must not matter.
        for (let index = n - 1; index >= 0; index--) {
          await harness.decide({
            [cards[index].callId]: decisionFor(types[index], index)
          });
        }

        expect(harness.last('run-finished').outcome).toBe('answered');
        expect(harness.notebook.sources).toEqual(
          types.flatMap((type, index) =>
            type === 'reject'
              ? []
              : [type === 'edit' ? `${CODE[index]}0` : CODE[index]]
          )
        );
        const messages = await harness.messages();
        const texts = toolTexts(messages);
        expect(texts).toHaveLength(n);
        types.forEach((type, index) => {
          if (type === 'reject') {
            expect(texts[index]).toBe(
              `The person rejected this call and gave this reason: reason ${index}`
            );
          } else if (type === 'edit') {
            expect(texts[index]).toContain('The person edited this call');
            expect(texts[index]).toContain(`${CODE[index]}0`);
          } else {
            expect(texts[index]).not.toContain('edited');
            expect(texts[index]).toMatch(/^Cell /);
          }
        });
        // The history is as the model sent it.
        const ai = messages.find(message => message.type === 'ai') as never as {
          tool_calls: { args: { code: string } }[];
        };
        expect(ai.tool_calls.map(call => call.args.code)).toEqual(
          CODE.slice(0, n)
        );
      }
    );
  });

  it('counts a decision once, whoever sends it again', async () => {
    const harness = await startRun({
      script: [propose(1), propose(1), 'Done.']
    });
    const first = harness.review;
    const [card] = first.cards;
    await Promise.all([
      harness.decide({ [card.callId]: { type: 'approve' } }, first),
      harness.decide({ [card.callId]: { type: 'approve' } }, first)
    ]);
    await harness.decide({ [card.callId]: { type: 'approve' } }, first);
    // The next card is still open: the second answer did not reach it.
    expect(harness.notebook.sources).toEqual(['a = 1']);
    expect(harness.of('review-opened')).toHaveLength(2);
    expect(harness.of('run-finished')).toEqual([]);
    expect(harness.of('notice').map(notice => notice.code)).toContain(
      'duplicate-decision'
    );
  });

  it('refuses edited arguments that do not fit, at the card', async () => {
    const harness = await startRun({ script: [propose(1), 'Done.'] });
    const [card] = harness.review.cards;
    await harness.edit({ code: 5 });
    expect(harness.last('review-voided').card.voided).toContain('code');
    expect(harness.of('review-decided')).toEqual([]);
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(harness.notebook.sources).toEqual(['a = 1']);
  });

  it('adds nothing to an edit: what the person took out of it is not there', async () => {
    const ran: unknown[] = [];
    const tool = plainTool('edit', 'edit', {
      schema: z.record(z.string(), z.unknown()),
      tidy: args => ({ scope: 'all', ...args }),
      run: async args => {
        ran.push(args);
        return { text: 'did', ok: true, summary: 'Did it' };
      }
    });
    const harness = await startRun({
      tools: [tool],
      script: [calling('edit', { code: 'a' }), 'Done.']
    });
    expect(harness.review.cards[0].args).toEqual({ scope: 'all', code: 'a' });
    await harness.edit({ code: 'a', note: null });
    expect(ran).toEqual([{ code: 'a', note: null }]);
  });

  it('voids a card whose cell has changed, and shows it with the new diff', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'cell-a', source: 'x = 1' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('read_notebook', { cells: ['cell-a'] }),
        calling('edit_cell', { cell_id: 'cell-a', code: 'x = 2' }),
        'Done.'
      ]
    });
    const [card] = harness.review.cards;
    expect(card.body).toMatchObject({
      kind: 'diff',
      before: 'x = 1',
      text: 'x = 2'
    });
    notebook.changeAsPerson('cell-a', 'x = 100');
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(notebook.sources).toEqual(['x = 100']);
    const back = harness.last('review-voided').card;
    expect(back.body).toMatchObject({ before: 'x = 100', text: 'x = 2' });
    expect(back.voided).toContain('changed');
    await harness.decide({ [card.callId]: { type: 'approve' } });
    expect(notebook.sources).toEqual(['x = 2']);
  });

  it('sends an edit of a cell that the person changed back to the model, unasked', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'cell-a', source: 'x = 1' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('read_notebook', { cells: ['cell-a'] }),
        () => {
          notebook.changeAsPerson('cell-a', 'x = 100');
          return calling('edit_cell', { cell_id: 'cell-a', code: 'x = 2' });
        },
        'I will read it again.'
      ]
    });
    expect(harness.of('review-opened')).toEqual([]);
    expect(notebook.sources).toEqual(['x = 100']);
    expect(toolTexts(await harness.messages()).at(-1)).toContain(
      'read_notebook'
    );
  });

  it('keeps what runs without being asked to reading and Markdown of its own', async () => {
    const notebook = new FakeNotebook({
      cells: [{ id: 'theirs', type: 'markdown', source: '# Theirs' }]
    });
    const harness = await startRun({
      notebook,
      script: [
        calling('markdown', { content: '# Mine' }),
        () =>
          calling('edit_cell', {
            cell_id: notebook.cells()[1].id,
            code: '# Mine, better'
          }),
        calling('read_notebook', { cells: ['theirs'] }),
        calling('edit_cell', { cell_id: 'theirs', code: '# Ours' })
      ]
    });
    expect(notebook.sources).toEqual(['# Theirs', '# Mine, better']);
    expect(harness.review.cards.map(card => card.args.cell_id)).toEqual([
      'theirs'
    ]);
  });
});
