import type { Page } from '@playwright/test';

import {
  historyFaults,
  personTexts,
  textOf,
  toolTexts
} from '../support/history';
import { answer, call, cell, ScriptedModel } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

test.describe('with limits', () => {
  test.use({
    settings: {
      limits: {
        modelCalls: 3,
        callsPerStep: 1,
        toolCalls: { list_files: 1, write_todos: 1 }
      },
      answers: { instructions: 'Round to two digits.' }
    }
  });

  test('limits hold, a changed setting counts at the next step, and a bad one is told and replaced by its default', async ({
    begin,
    model,
    page
  }) => {
    test.slow();
    const settings = new Settings(page as unknown as Page);
    const { panel, notebook } = await begin();
    const problems = panel.root
      .getByRole('status')
      .filter({ hasText: 'which cannot be used' });

    await test.step('after so many requests it pauses, and Continue goes on where it was', async () => {
      await model.script([
        call('list_files', {}),
        call('list_files', {}),
        call('markdown', { content: 'Third step.' }),
        call('markdown', { content: 'Fourth step.' }),
        answer('Went on.')
      ]);
      await panel.say('take your time');
      await expect(
        panel.log.getByText(
          'This took many steps. Cellwright paused after 3 requests to the model. Press Continue to let it go on.'
        )
      ).toBeVisible();
      expect(await model.requests()).toHaveLength(3);
      await panel.button('Continue').click();
      await panel.answered('Went on.');
      await expect(panel.button('Continue')).toHaveCount(0);
      expect(await notebook.sources()).toEqual([
        '# Analysis',
        'Third step.',
        'Fourth step.'
      ]);
      const { messages } = (await model.lastRequest()).body;
      expect(historyFaults(messages)).toEqual([]);
      expect(personTexts(messages)).toEqual(['take your time']);
    });

    await test.step('a tool at its limit is answered so, and the work goes on without it', async () => {
      const [first, second] = toolTexts(
        (await model.lastRequest()).body.messages
      );
      expect(first).toContain('analysis.ipynb');
      expect(second).toBe(
        'The limit of 1 call of list_files a message is reached. Go on without it.'
      );
    });

    await test.step('one call a step: the others are dropped before anybody is asked; the setting changes while it works', async () => {
      const both = {
        calls: ['first', 'second'].map(name => ({
          name: 'jupyter_cell',
          args: { code: `print("${name}")` }
        }))
      };
      await model.script([both, both, answer('Two, then.')]);
      await panel.say('two at once');
      await expect(panel.cards).toHaveCount(1);
      await settings.set('limits', { modelCalls: 9, callsPerStep: 0 });
      await settings.set('answers', {
        instructions: 'Round to three digits.',
        language: 'Plattdeutsch'
      });
      await panel.approve();
      await expect(panel.cards).toHaveCount(2);
      await panel.approveAll();
      await panel.answered('Two, then.');
      const requests = await model.requests();
      expect(
        requests.flatMap(({ body }) => historyFaults(body.messages))
      ).toEqual([]);
      expect(textOf(requests[0].body.messages[0])).toContain(
        'Round to two digits.'
      );
      expect(textOf(requests[1].body.messages[0])).toMatch(
        /Answer in this language: Plattdeutsch\.[^]*Round to three digits\./
      );
    });

    await test.step('what cannot be used is told, and the default holds', async () => {
      await expect(problems).toHaveCount(0);
      await settings.set('limits', { modelCalls: -4 });
      await expect(problems).toContainText(
        'The setting “Limits: Model requests per message” has -4, which cannot be used: it takes a whole number from 1 to 1000. 30 is used instead.'
      );
      await model.script([
        {
          repeat: 12,
          step: call('markdown', { content: 'Step {{n}}.' })
        },
        answer('Thirteen.')
      ]);
      await panel.say('thirteen requests');
      await panel.answered('Thirteen.');
      await settings.set('limits', {});
      await expect(problems).toHaveCount(0);
    });

    await test.step('todos that are open at the end are shown as not done', async () => {
      await model.script([
        call('write_todos', {
          todos: [
            { content: 'Load the data', status: 'completed' },
            { content: 'Plot the data', status: 'in_progress' },
            { content: 'Write it up', status: 'pending' }
          ]
        }),
        // The model is asked twice whether it is really done.
        { repeat: 3, step: { text: 'Half of it.' } }
      ]);
      await panel.say('make a plan');
      await panel.answered('The model stopped before this was done:');
      const plan = panel.root.getByRole('region', { name: 'To-do list' });
      await plan
        .getByRole('button', { name: 'Answered, 2 steps not done' })
        .click();
      await expect(plan).toContainText('1 of 3');
      await expect(plan.getByRole('listitem')).toHaveText([
        /Done:.*Load the data/,
        /Not done:.*Plot the data/,
        /Not done:.*Write it up/
      ]);
    });

    await test.step('instructions beside the notebook go along, once the person has read them', async () => {
      await model.script([
        cell(
          'from pathlib import Path\nPath(".cellwright.md").write_text("Use the metric system.")'
        ),
        answer('Written down.')
      ]);
      await panel.say('write it down');
      await panel.approve();
      await panel.answered('Written down.');
      await model.script([answer('Metric.')]);
      await panel.say('and now');
      await panel.answered('Metric.');
      await expect(
        panel.log.getByText(
          /^Instructions from .* are not sent until you agree/
        )
      ).toBeVisible();
      expect(
        textOf((await model.lastRequest()).body.messages[0])
      ).not.toContain('metric system');
      const found = panel.root.getByRole('group', { name: /^Instructions in/ });
      await expect(found).toContainText('Use the metric system.');
      await found
        .getByRole('button', { name: 'Send them', exact: true })
        .click();
      await expect(found).toHaveCount(0);
      await model.script([answer('In metres.')]);
      await panel.say('again');
      await panel.answered('In metres.');
      await expect(
        panel.log.getByText(
          /^Instructions from .*\/\.cellwright\.md are sent with each request.$/
        )
      ).toBeVisible();
      expect(textOf((await model.lastRequest()).body.messages[0])).toMatch(
        /This folder's instructions:[^]*Use the metric system\./
      );
    });

    await test.step('a skill in a folder that servers hide is called by /name, once the person has read it', async () => {
      await model.script([
        cell(
          'folder = Path(".claude/skills/plots")\nfolder.mkdir(parents=True)\n(folder / "SKILL.md").write_text("---\\nname: plots\\ndescription: How plots look here.\\n---\\nDraw with seaborn.")'
        ),
        answer('A skill.')
      ]);
      await panel.say('make a skill');
      await panel.approve();
      await panel.answered('A skill.');
      await panel.composer.click();
      await page.keyboard.type('/');
      const found = panel.root.getByRole('group', { name: /^Skill in/ });
      await expect(found).toContainText('Draw with seaborn.');
      await found.getByRole('button', { name: 'Use this skill' }).click();
      await expect(found).toHaveCount(0);
      await panel.composer.fill('');
      await panel.composer.click();
      await page.keyboard.type('/');
      await expect(
        panel.root.getByRole('listbox', { name: 'Skills' }).getByRole('option')
      ).toHaveText([
        '/reportWrite a report from this notebook',
        '/plotsHow plots look here.'
      ]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(panel.composer).toHaveValue('/plots ');
      await page.keyboard.type('Draw the masses.');
      await model.script([answer('Drawn.')]);
      await page.keyboard.press('Enter');
      await panel.answered('Drawn.');
      const { messages } = (await model.lastRequest()).body;
      expect(textOf(messages[0])).toContain('- plots: How plots look here.');
      expect(textOf(messages[messages.length - 1])).toMatch(
        /^\/plots Draw the masses\.[^]*<data from="skill">\nDraw with seaborn\./
      );
    });
  });
});

test.describe('with summaries for small models, and a second model', () => {
  test.use({
    settings: async ({ model }, use) => {
      const { host } = new URL(model.baseUrl);
      await use({
        summary: { trigger: 'small', keep: 2 },
        disclosed: [`${host} openai`],
        fallback: {
          provider: 'openai',
          baseUrl: secondOf(model).baseUrl,
          model: 'second-model'
        }
      });
    }
  });

  test('a long conversation is summarised in what is sent, and what a model leaves half-done is discarded, repaired, or handed to the second model', async ({
    begin,
    model
  }) => {
    await test.step('a long conversation is summarised in what is sent, and stays whole in the panel', async () => {
      const { panel } = await begin();
      const long = 'word '.repeat(3000);
      await model.script([
        { text: `First answer. ${long}` },
        { text: `Second answer. ${long}` },
        { text: `Third answer. ${long}` },
        { text: '- The person counts words.' },
        answer('Fourth answer.')
      ]);
      for (const [question, reply] of [
        ['first question', 'First answer.'],
        ['second question', 'Second answer.'],
        ['third question', 'Third answer.'],
        ['fourth question', 'Fourth answer.']
      ]) {
        await panel.say(question);
        await expect(panel.log).toContainText(reply);
        await panel.settled();
      }

      const requests = await model.requests();
      const { messages } = requests.at(-1)!.body;
      expect(requests).toHaveLength(5);
      expect(textOf(requests[3].body.messages[0])).toContain('first question');
      expect(historyFaults(messages)).toEqual([]);
      expect(textOf(messages[1])).toBe(
        'Summary of the conversation so far:\n\n- The person counts words.'
      );
      expect(messages).toHaveLength(4);
      expect(personTexts(messages).at(-1)).toBe('fourth question');

      const line = panel.line('Earlier messages were summarised');
      await expect(line).toBeVisible();
      await expect(panel.log.getByText('The person counts words.')).toHaveCount(
        0
      );
      await line.getByRole('button', { name: 'Show the summary' }).click();
      await expect(
        panel.log.getByText('- The person counts words.')
      ).toBeVisible();
      await expect(panel.log).toContainText('first question');
      await expect(panel.log).toContainText('First answer.');
    });

    await test.step('what a model leaves half-done is discarded, repaired, or handed to the second model', async () => {
      const second = secondOf(model);
      const { panel, notebook } = await begin();

      await test.step('a partial answer is discarded before it is asked again', async () => {
        await model.script([
          { text: 'Half of an answer that breaks off', cutAfter: 3 },
          { text: 'The whole answer.' }
        ]);
        await panel.say('break off');
        await expect(panel.log).toContainText('The whole answer.');
        await panel.settled();
        await expect(panel.log).not.toContainText('Half of');
        expect(await model.requests()).toHaveLength(2);
      });

      await test.step('the second model goes on where the first one fails for good', async () => {
        await model.script([
          {
            repeat: 4,
            step: {
              status: 404,
              body: {
                error: { message: 'No such model.', code: 'model_not_found' }
              }
            }
          }
        ]);
        await second.script([
          cell('print("by the second")'),
          answer('Second best.')
        ]);
        await panel.say('fail for good');
        await panel.approve();
        await panel.answered('Second best.');
        await expect(
          panel.log.getByText(
            'scripted-model did not answer. The model was not found. The second model, second-model, takes over.'
          )
        ).toHaveCount(1);
        await expect(panel.log.locator('.jp-Cellwright-error')).toHaveCount(0);
        expect(await model.requests()).toHaveLength(1);
        const { body } = await second.lastRequest();
        expect(body.model).toBe('second-model');
        expect(historyFaults(body.messages)).toEqual([]);
        expect(await notebook.sources()).toContain('print("by the second")');
      });

      await test.step('an empty answer is asked again with the form that is expected; what only looks like a call stays text', async () => {
        const quoted = jsonCall('jupyter_cell', 'print("from the text")');
        await model.script([{ empty: true }, { text: quoted }]);
        await panel.say('mumble');
        await expect(panel.log).toContainText('from the text');
        await panel.settled();
        await expect(panel.cards).toHaveCount(0);
        const hints = (await model.requests()).map(({ body }) =>
          textOf(body.messages.at(-1)!)
        );
        expect(hints).toHaveLength(2);
        expect(hints[1]).toMatch(/^Your last answer was empty\. Call a tool/);
        expect(await notebook.sources()).not.toContain(
          'print("from the text")'
        );
      });
    });
  });
});

/** Another model on the same server. */
function secondOf(model: ScriptedModel): ScriptedModel {
  return new ScriptedModel(`${model.id}-second`);
}

/** A call that a model writes into its text. */
function jsonCall(name: string, code: string): string {
  return `\`\`\`json\n${JSON.stringify({ name, arguments: { code } })}\n\`\`\``;
}
