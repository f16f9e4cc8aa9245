import { historyFaults, personTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('a message sent during a run is queued, can be changed or taken back, and is delivered behind the next answers @core', async ({
  begin,
  model
}) => {
  await model.script([
    cell('print("step one")'),
    answer('With your remark.'),
    { text: 'Fresh run.' }
  ]);
  const { panel } = await begin();
  const queue = panel.root.getByRole('list', { name: 'Queued messages' });
  await panel.say('begin');
  await expect(panel.cards).toBeVisible();

  for (const text of ['in blue please', 'never mind', 'and with a title']) {
    await panel.composer.fill(text);
    await panel.composer.press('Enter');
  }
  await expect(queue.getByRole('listitem')).toHaveText([
    /Queued: “in blue please”/,
    /Queued: “never mind”/,
    /Queued: “and with a title”/
  ]);
  await queue
    .getByRole('listitem')
    .filter({ hasText: 'never mind' })
    .getByRole('button', { name: 'Remove the queued message' })
    .click();
  await queue
    .getByRole('listitem')
    .filter({ hasText: 'in blue' })
    .getByRole('button', { name: 'Edit the queued message' })
    .click();
  await expect(panel.composer).toHaveValue('in blue please');
  await expect(panel.composer).toBeFocused();
  await panel.composer.fill('in green please');
  await panel.composer.press('Enter');
  await expect(queue.getByRole('listitem')).toHaveCount(2);

  await panel.approve();
  await panel.answered('With your remark.');
  await expect(queue).toHaveCount(0);
  const { messages } = (await model.lastRequest()).body;
  expect(historyFaults(messages)).toEqual([]);
  expect(messages.slice(-3).map(({ role }) => role)).toEqual([
    'tool',
    'user',
    'user'
  ]);
  expect(personTexts(messages).slice(-2)).toEqual([
    'and with a title',
    'in green please'
  ]);

  await panel.composer.press('ArrowUp');
  await expect(panel.composer).toHaveValue('in green please');
  await panel.composer.press('ArrowUp');
  await expect(panel.composer).toHaveValue('and with a title');
  await panel.composer.press('ArrowDown');
  await panel.composer.press('Enter');
  await expect(panel.log).toContainText('Fresh run.');
  expect(personTexts((await model.lastRequest()).body.messages).at(-1)).toBe(
    'in green please'
  );
});
