import { toolTexts } from '../support/history';
import { answer, call, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('typed words answer the open question, reject the open card, or are said after it', async ({
  page,
  begin,
  model
}) => {
  const { panel } = await begin();
  await model.script([
    call('ask_user', {
      question: 'Which column is the target?',
      options: ['species', 'island']
    }),
    cell('1 + 1'),
    cell('2 + 2'),
    answer('Done.')
  ]);
  await panel.say('train');
  await expect(panel.cards).toContainText('Which column is the target?');

  await test.step('Enter answers; what a script presses does not', async () => {
    await panel.composer.fill('the last column');
    await panel.composer.evaluate(box =>
      box.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          bubbles: true,
          cancelable: true
        })
      )
    );
    await expect(panel.composer).toHaveValue('the last column');
    await expect(panel.cards).toHaveCount(1);
    await panel.decide('Enter');
    await expect(panel.cards).toContainText('1 + 1');
    await expect(panel.composer).toHaveValue('');
    await expect(panel.composer).toBeFocused();
  });

  await test.step('the words reject a card with a reason', async () => {
    await page.keyboard.insertText('start with a table');
    await panel.button('Reject with this').click();
    await expect(panel.cards).toContainText('2 + 2');
    await expect(panel.composer).toBeFocused();
  });

  await test.step('or they are said after it', async () => {
    await page.keyboard.insertText('and then a plot');
    await panel.button('Say it after').click();
    await expect(
      panel.root.getByText('Queued: “and then a plot”')
    ).toBeVisible();
    await expect(panel.cards).toHaveCount(1);
    await panel.approve();
    await panel.answered('Done.');
  });

  const { messages } = (await model.lastRequest()).body;
  expect(toolTexts(messages).slice(0, 2)).toEqual([
    expect.stringContaining('the last column'),
    'The person rejected this call and gave this reason: start with a table'
  ]);
  expect(JSON.stringify(messages)).toContain('and then a plot');
});
