import { historyFaults, toolTexts } from '../support/history';
import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

test('stop ends a stream, a pending review and a sleeping cell at once, leaves nothing half done and the person’s own cell alone, and the next message works on a valid thread @core', async ({
  begin,
  model,
  page,
  tmpPath
}) => {
  await test.step('a stream, a pending review and a sleeping cell', async () => {
    const { panel, notebook } = await begin();

    await test.step('while the model writes', async () => {
      await model.script([
        { text: 'word '.repeat(20), chunkSize: 5, held: 10 },
        { text: 'Fresh words.' }
      ]);
      await panel.say('write for long');
      await expect(panel.log).toContainText('word word');
      await panel.stop.click();
      await panel.settled();
      await expect
        .poll(async () => (await model.lastRequest()).gone)
        .toBe(true);
      await panel.say('and now');
      await expect(panel.log).toContainText('Fresh words.');
      await panel.settled();
      expect(historyFaults((await model.lastRequest()).body.messages)).toEqual(
        []
      );
    });

    await test.step('while a review waits', async () => {
      await model.script([
        {
          calls: [
            { name: 'jupyter_cell', args: { code: 'print("one")' } },
            { name: 'jupyter_cell', args: { code: 'print("two")' } }
          ]
        },
        { text: 'Nothing was run.' }
      ]);
      await panel.say('propose two cells');
      await expect(panel.cards).toHaveCount(2);
      // The second one does not run before the first one is decided.
      await panel.approve(panel.cards.last());
      await expect(panel.cards).toHaveCount(1);
      await panel.stop.click();
      await panel.settled();
      await expect(panel.cards).toHaveCount(0);
      await panel.say('what was run');
      await expect(panel.log).toContainText('Nothing was run.');
      await panel.settled();
      const { body } = await model.lastRequest();
      expect(historyFaults(body.messages)).toEqual([]);
      expect(toolTexts(body.messages).at(-1)).toContain('stopped');
      expect(await notebook.sources()).toEqual(['# Analysis']);
    });

    await test.step('while a cell sleeps: its kernel is interrupted', async () => {
      await panel.button('New conversation').click();
      await model.script([
        cell('import time\nprint("before")\ntime.sleep(100_000)'),
        cell('6 * 7'),
        answer('It is 42.')
      ]);
      await panel.say('sleep for long');
      await panel.approve();
      await expect
        .poll(() => notebook.outputText(0), { intervals: [50] })
        .toContain('before');
      await expect(
        panel.line(/Running cell \[\*\]|Running cell/)
      ).toContainText(/[1-9] s/);

      await panel.stop.click();
      await panel.settled();
      // It would sleep for a day.
      await expect.poll(() => notebook.kernelState()).toBe('idle');
      await expect(panel.line(/Stopped cell \[1\]/)).toBeVisible();

      await panel.say('then multiply');
      await panel.approve();
      await panel.answered('It is 42.');
      expect((await notebook.code()).map(each => each.execution_count)).toEqual(
        [1, 2]
      );
      const requests = await model.requests();
      expect(
        requests.flatMap(each => historyFaults(each.body.messages))
      ).toEqual([]);
      expect(toolTexts(requests[1].body.messages)[0]).toContain(
        'The person stopped cell'
      );
    });
  });

  await test.step('the person’s own cell, behind which the agent’s waits, is not interrupted', async () => {
    await model.script([cell('print("agent")'), { text: 'Stopped in time.' }]);
    const { panel, notebook } = await begin({
      cells: [
        [
          'import os, time',
          'while not os.path.exists("go"): time.sleep(0.1)',
          'print("person")'
        ].join('\n')
      ]
    });
    await notebook.command('notebook:run-all-cells');
    await expect.poll(() => notebook.kernelState()).toBe('busy');
    await panel.say('run something');
    await panel.approve();
    await expect(panel.line('Waiting until the kernel is free')).toBeVisible();
    await panel.stop.click();
    await panel.settled();
    expect(await notebook.kernelState()).toBe('busy');

    await page.contents.uploadContent('', 'text', `${tmpPath}/go`);
    await expect.poll(() => notebook.outputText(0)).toBe('person\n');
    const [own, agents] = await notebook.code();
    expect(own.outputs?.map(output => output.output_type)).toEqual(['stream']);
    expect(agents.execution_count).toBeNull();
    await panel.say('what happened');
    await expect(panel.log).toContainText('Stopped in time.');
    expect(historyFaults((await model.lastRequest()).body.messages)).toEqual(
      []
    );
  });
});
