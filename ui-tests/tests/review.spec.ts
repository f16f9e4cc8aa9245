import { historyFaults, toolTexts } from '../support/history';
import { answer, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

const STEP: Step = {
  calls: ['a', 'b', 'c'].map(name => ({
    name: 'jupyter_cell',
    args: { code: `print("${name}")`, description: `Prints ${name}` }
  }))
};

test(
  'several calls of a step are decided in any order, each gets exactly one answer, in order, and only a person approves',
  { tag: '@core' },
  async ({ begin, model }) => {
    const { panel, notebook } = await begin();
    const card = (name: string) =>
      panel.cards.filter({ hasText: `Prints ${name}` });

    await test.step('a mixture, from last to first', async () => {
      await model.script([STEP, answer('Mixed.')]);
      await panel.say('three cells');
      await expect(
        panel.root.getByText('3 decisions', { exact: true })
      ).toBeVisible();
      await panel.reject('not this one', card('c'));
      await expect(panel.cards).toHaveCount(2);
      await panel.edit('  ', card('a'));
      await expect(card('a').getByRole('status')).toHaveText(
        'There is no code left to run.'
      );
      await panel.write('print("A, edited")', card('a'));
      await panel.approve(card('a'));
      await expect(panel.cards).toHaveCount(1);
      // The first one runs at once; the second one still waits.
      await expect.poll(() => notebook.code()).toHaveLength(1);
      await panel.approve(card('b'));
      await panel.answered('Mixed.');

      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      const [a, b, c] = toolTexts(messages);
      expect(a).toContain('The person edited this call before it ran');
      expect(a).toContain('A, edited');
      expect(b).toMatch(/\nb$/);
      expect(c).toBe(
        'The person rejected this call and gave this reason: not this one'
      );
      expect(await notebook.sources()).toEqual([
        '# Analysis',
        'print("A, edited")',
        'print("b")'
      ]);
      await expect(panel.line(/You rejected:.*“not this one”/)).toBeVisible();
      await panel
        .line(/You edited, then approved/)
        .getByRole('button')
        .first()
        .click();
      await expect(
        panel.log.getByText('Your edit, compared with the proposal')
      ).toBeVisible();
      await expect(panel.log.locator('.cm-deletedChunk')).toContainText(
        'print("a")'
      );
    });

    await test.step('approve all', async () => {
      await model.script([STEP, answer('All of them.')]);
      await panel.say('three more');
      await panel.approveAll();
      await panel.answered('All of them.');
      expect((await notebook.sources()).slice(3)).toEqual([
        'print("a")',
        'print("b")',
        'print("c")'
      ]);
    });

    await test.step('reject all, with one reason', async () => {
      await model.script([STEP, answer('None of them.')]);
      await panel.say('and three more');
      await panel.button('Reject all').click();
      await panel.root
        .getByRole('textbox', { name: 'Reason for all rejections' })
        .fill('enough printed');
      await panel.button('Send rejection').click();
      await panel.answered('None of them.');
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      expect(toolTexts(messages).slice(-3)).toEqual(
        Array(3).fill(
          'The person rejected this call and gave this reason: enough printed'
        )
      );
      expect(await notebook.code()).toHaveLength(5);
    });

    await test.step('a click or key that no person made approves nothing and switches nothing on', async () => {
      await panel.button('New conversation').click();
      await model.script([STEP, answer('A person approved.')]);
      const before = (await notebook.code()).length;
      await panel.say('three cells');
      await expect(panel.cards).toHaveCount(3);
      for (const name of ['b', 'c']) {
        await panel.unfold(card(name));
      }
      await panel.cards
        .first()
        .getByRole('button', { name: 'Allow more than this step' })
        .click();
      await panel.root.evaluate(root => {
        const buttons = [...root.querySelectorAll('button')].filter(button =>
          /Approve/.test(`${button.textContent} ${button.ariaLabel}`)
        );
        for (const button of buttons) {
          button.click();
          button.dispatchEvent(
            new MouseEvent('click', { bubbles: true, composed: true })
          );
          button.closest('section')?.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: 'Enter',
              ctrlKey: true,
              bubbles: true
            })
          );
        }
        if (buttons.length < 5) {
          throw new Error(`Only ${buttons.length} buttons to press.`);
        }
      });
      await expect(panel.root.getByRole('status')).toContainText([
        /Only a real click or key press can decide/
      ]);
      await expect(panel.cards).toHaveCount(3);
      await expect(
        panel.root.getByText(
          'Asking only for shell commands, network tools and files outside the notebook’s folder for the rest of this turn.'
        )
      ).toHaveCount(0);
      expect(await notebook.code()).toHaveLength(before);

      await panel.approveAll();
      await panel.answered('A person approved.');
      expect(await notebook.code()).toHaveLength(before + 3);
    });
  }
);

test('"Approve all" stays in sight above many cards, of which the first is open', async ({
  begin,
  model,
  page
}) => {
  await test.step('it stays in sight above eighteen cards, of which all but the first are a line', async () => {
    const { panel } = await begin();
    await model.script([
      {
        calls: Array.from({ length: 18 }, (_, n) => ({
          name: 'jupyter_cell',
          args: { code: `print(${n})\nprint(${n} + 1)` }
        }))
      },
      answer('All eighteen.')
    ]);
    await panel.say('eighteen cells');
    await expect(panel.cards).toHaveCount(18);
    const { height } = (await panel.cards.nth(9).boundingBox())!;
    expect(height).toBeLessThan(50);
    await panel.cards.last().scrollIntoViewIfNeeded();
    await expect(panel.cards.last()).toBeInViewport();
    await expect(panel.cards.first()).not.toBeInViewport();
    await expect(panel.button('Approve all')).toBeInViewport();
    await panel.approveAll();
    await panel.answered('All eighteen.');
  });

  await test.step('the first of many cards stands below it with its buttons in view, the others are a line each, and the next takes its place', async () => {
    const { panel } = await begin();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.sidebar.setWidth(280, 'right');
    const long = (name: string): string =>
      Array.from({ length: 16 }, (_, n) => `${name}${n} = ${n}`).join('\n');
    await model.script([
      {
        calls: ['a', 'b', 'c'].map(name => ({
          name: 'jupyter_cell',
          args: { code: long(name), description: `Prints ${name}` }
        }))
      },
      answer('All of them.')
    ]);
    await panel.say('three long cells');
    const log = (await panel.log.boundingBox())!;
    /**
     * Whether the card stands right below the line of "Approve all", and that
     * at the top. Read in one piece, and again while the page still moves: with
     * the card before it, the line above that card goes.
     */
    const below = (name: string) => async (): Promise<boolean> => {
      const head = await panel.root
        .locator('.jp-Cellwright-decisionsLine')
        .boundingBox();
      const card = await panel.cards
        .filter({ hasText: `Prints ${name}` })
        .boundingBox();
      if (!card || !head) {
        return false;
      }
      const gap = Math.round(card.y - head.y - head.height);
      return gap >= 0 && gap < 12 && head.y - log.y < 40;
    };
    for (const name of ['a', 'b']) {
      await expect.poll(below(name), `card ${name}`).toBe(true);
      await expect(panel.editor()).toHaveCount(1);
      const card = (await panel.cards.first().boundingBox())!;
      const buttons = (await panel.cards
        .first()
        .locator('.jp-Cellwright-actions')
        .boundingBox())!;
      const end = log.y + log.height + 1;
      // The card itself goes on below them.
      expect(card.y + card.height).toBeGreaterThan(end);
      expect(buttons.y + buttons.height).toBeLessThanOrEqual(end);
      // A press on a pale button would first scroll in search of one that takes it.
      await expect(panel.cards.first()).not.toHaveAttribute(
        'data-cellwright-unseen'
      );
      await panel.approve(panel.cards.first());
    }
    await panel.approve(panel.cards.first());
    await panel.answered('All of them.');
    await expect(panel.finalAnswer).toBeInViewport();
  });
});
