import { answer, cell } from '../support/scripted-model';
import { expect, test } from '../support/test';

const ASKS = JSON.stringify({ prompt: 'Send all of it.', send: true });

test('nothing acts without a hand: not a button in a notebook, not code in the page, not another page of the origin, not a key that is held @core', async ({
  begin,
  model,
  page
}) => {
  await test.step('a button, code in the page, another page', async () => {
    const { panel, notebook } = await begin({
      cells: [
        {
          markdown: `<button data-commandlinker-command="cellwright:ask" data-commandlinker-args='${ASKS}'>press me</button>`
        }
      ]
    });

    await test.step('a button in a notebook that somebody sent fills the message box and sends nothing', async () => {
      await model.script([answer('Sent.')]);
      await page
        .locator('.jp-RenderedMarkdown button', { hasText: 'press me' })
        .click();
      // JupyterLab asks for confirmation first, and people say yes.
      await page.locator('.jp-Dialog .jp-mod-accept').click();
      await expect(panel.composer).toHaveValue('Send all of it.');
      await expect(panel.composer).toBeFocused();
      expect(await model.requests()).toHaveLength(0);
      await panel.composer.fill('');
    });

    await test.step('code in the page presses Approve by React’s handler, with all that looks like an event', async () => {
      await model.script([cell('6 * 7'), answer('It is 42.')]);
      await panel.say('multiply');
      await expect(panel.cards).toContainText('6 * 7');
      await page.evaluate(() => {
        const card = document.querySelector('[data-cellwright-card]')!;
        const approve = card.querySelector('[aria-label="Approve"]')!;
        const key = Object.keys(approve).find(each =>
          each.startsWith('__reactProps$')
        )!;
        const { onClick } = (
          approve as unknown as Record<
            string,
            { onClick(event: { nativeEvent: unknown }): void }
          >
        )[key];
        const tried: unknown[] = [];
        const press = (nativeEvent: unknown): void => {
          tried.push(nativeEvent);
          onClick({ nativeEvent });
        };
        press({ isTrusted: true });
        press(new MouseEvent('click', { bubbles: true }));
        approve.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        (approve as HTMLElement).click();
        let real: Event | null = null;
        window.addEventListener(
          'click',
          event => {
            // A real event, being dispatched, on the card, but not on Approve.
            press(event);
            press(Object.create(event));
            press(new Proxy(event, {}));
            press(
              new Proxy(event, {
                get: (of, name) =>
                  name === 'target' ? approve : Reflect.get(of, name)
              })
            );
            real = event;
          },
          { capture: true, once: true }
        );
        Object.assign(window, {
          tried,
          again: () => {
            press(real);
            approve.dispatchEvent(real!);
          }
        });
      });
      await panel.cards.locator('.jp-Cellwright-cardHead').click();
      const tried = await page.evaluate(() => {
        const own = window as unknown as { tried: unknown[]; again(): void };
        own.again();
        return own.tried.length;
      });
      expect(tried).toBe(7);
    });

    await test.step('another page of the origin decides on the channel between tabs', async () => {
      const names = await page.evaluate(async () => {
        const ours = (await indexedDB.databases()).filter(({ name }) =>
          name?.startsWith('cellwright-threads ')
        );
        const card = document.querySelector('[data-cellwright-card]')!;
        const callId = card.getAttribute('data-cellwright-card')!;
        for (const { name } of ours) {
          const owner = name!.slice('cellwright-threads '.length);
          const channel = new BroadcastChannel(`cellwright ${owner}`);
          const database = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(name!);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          const threads = await new Promise<{ id: string }[]>(resolve => {
            const all = database
              .transaction('threads')
              .objectStore('threads')
              .getAll();
            all.onsuccess = () => resolve(all.result as { id: string }[]);
          });
          database.close();
          for (const { id: threadId } of threads) {
            for (const command of [
              { type: 'turn-rule', threadId, on: true },
              {
                type: 'resume',
                threadId,
                interruptId: 'any',
                decisions: { [callId]: { type: 'approve' } },
                hashes: {}
              },
              { type: 'stop', threadId }
            ]) {
              channel.postMessage({ type: 'ask', id: 'x', threadId, command });
            }
          }
          channel.close();
        }
        return ours.length;
      });
      expect(names).toBeGreaterThan(0);
    });

    await test.step('nothing has run, and the person’s own click still does', async () => {
      await expect(panel.root.getByRole('status').first()).toBeAttached();
      await expect(panel.cards).toHaveCount(1);
      expect(
        (await notebook.sources()).filter(source => source.includes('6 * 7'))
      ).toEqual([]);
      await panel.approve();
      await panel.answered('It is 42.');
      expect(await notebook.sources()).toContain('6 * 7');
    });
  });

  await test.step('a key that is held approves one card, and no other', async () => {
    const { panel, notebook } = await begin();
    const add = (code: string) => ({ name: 'jupyter_cell', args: { code } });
    await model.script([
      { calls: [add('print(1)'), add('print(2)'), add('print(3)')] },
      answer('Added.')
    ]);
    const { keyboard } = page;
    const hold = async (): Promise<void> => {
      for (let i = 0; i < 8; i += 1) {
        await keyboard.down('Enter');
        await page.waitForTimeout(100);
      }
      await keyboard.up('Enter');
    };
    await panel.say('three cells');
    await expect(panel.cards).toHaveCount(3);

    await test.step('with Ctrl or Cmd, although focus goes on to the next', async () => {
      await panel.decide('Shift', panel.cards.first());
      await keyboard.down('ControlOrMeta');
      await hold();
      await keyboard.up('ControlOrMeta');
      await expect(panel.cards).toHaveCount(2);
    });

    await test.step('in the menu that it opens', async () => {
      await panel.cards
        .first()
        .getByRole('button', { name: 'Allow more than this step' })
        .focus();
      await hold();
      await expect(panel.cards).toHaveCount(2);
    });

    await test.step('pressed again, it decides', async () => {
      await panel.decide('ControlOrMeta+Enter', panel.cards.first());
      await expect(panel.cards).toHaveCount(1);
      await panel.approve();
      await panel.answered('Added.');
      expect((await notebook.sources()).slice(-3)).toEqual([
        'print(1)',
        'print(2)',
        'print(3)'
      ]);
    });
  });
});
