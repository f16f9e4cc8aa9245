import type { Page } from '@playwright/test';

import type { EventBody } from '../../src/contract';
import { HOSTILE_HOST } from '../../src/panel/stories/hostile-payloads';

/** The host that payloads send requests to. */
export { HOSTILE_HOST };

/** A batch of events, and a text that shows that it is drawn. */
export interface IDelivery {
  name: string;
  mark: string;
  bodies: EventBody[];
}

/**
 * Makes the agent in the page emit events, one batch after the other. After
 * each batch it opens everything that can be opened, points at and presses what
 * a payload has added, and looks for anything that is more than text.
 *
 * @returns what was found, in words; nothing if all is well.
 */
export async function deliver(
  page: Page,
  deliveries: IDelivery[]
): Promise<string[]> {
  return page.evaluate(
    async ([list, inspect]) => {
      const dangersIn = new Function(`return (${inspect})`)() as (
        root: Element,
        host: string
      ) => string[];
      const { galata } = window as unknown as {
        galata: { getPlugin(id: string): Promise<IAgentInPage> };
      };
      const agent = await galata.getPlugin('cellwright:agent');
      const root = document.querySelector('#cellwright-panel')!;
      const frame = () => new Promise(requestAnimationFrame);
      const found: string[] = [];
      const touched = new WeakSet<Element>();
      for (const { name, mark, bodies } of list) {
        for (const body of bodies) {
          agent._tell(agent.thread, body);
        }
        for (let turn = 0; turn < 240; turn++) {
          await frame();
          for (const toggle of root.querySelectorAll<HTMLElement>(
            '[aria-expanded="false"]:not(.jp-Cellwright-modelName, [aria-haspopup])'
          )) {
            toggle.click();
          }
          if (root.textContent!.includes(mark)) {
            break;
          }
        }
        if (!root.textContent!.includes(mark)) {
          found.push(`${name}: is not shown`);
        }
        for (const element of root.querySelectorAll<HTMLElement>(
          '.jp-Cellwright-markdown *'
        )) {
          if (touched.has(element)) {
            continue;
          }
          touched.add(element);
          for (const type of ['mouseover', 'focusin', 'animationstart']) {
            element.dispatchEvent(new Event(type, { bubbles: true }));
          }
          const href = element.closest('a')?.getAttribute('href') ?? '';
          if (!/^https?:/.test(href) && element.localName !== 'button') {
            element.dispatchEvent(
              new MouseEvent('click', { bubbles: true, cancelable: true })
            );
          }
        }
        await frame();
        found.push(
          ...dangersIn(root, 'evil.example').map(each => `${name}: ${each}`)
        );
      }
      return found;
    },
    [deliveries, dangers.toString()] as const
  );
}

/** The same inspection of the panel as it is now. */
export async function dangersInPanel(page: Page): Promise<string[]> {
  return page.evaluate(
    ([inspect, host]) =>
      (
        new Function(`return (${inspect})`)() as (
          root: Element,
          host: string
        ) => string[]
      )(document.querySelector('#cellwright-panel')!, host),
    [dangers.toString(), HOSTILE_HOST] as const
  );
}

/**
 * Remembers the conversation's thread, and records which commands are run from
 * now on.
 */
export async function watch(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(async () => {
    const { galata } = window as unknown as {
      galata: { getPlugin(id: string): Promise<IAgentInPage> };
    };
    const agent = await galata.getPlugin('cellwright:agent');
    agent.subscribe(({ threadId }) => (agent.thread = threadId));
    const run: string[] = [];
    Object.assign(window, { commandsRun: run });
    (
      window.jupyterapp.commands as unknown as {
        commandExecuted: {
          connect(slot: (sender: unknown, args: { id: string }) => void): void;
        };
      }
    ).commandExecuted.connect((_, { id }) => run.push(id));
  });
  return async () => {
    const run = await page.evaluate(
      () => (window as unknown as { commandsRun: string[] }).commandsRun
    );
    return run.filter(id => /^(runmenu|filemenu|kernelmenu):/.test(id));
  };
}

/** Opens every line of the thread that can be opened. */
export async function unfoldAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const toggle of document.querySelectorAll<HTMLElement>(
      '#cellwright-panel [role="log"] [aria-expanded="false"]:not([aria-haspopup])'
    )) {
      toggle.click();
    }
  });
}

interface IAgentInPage {
  thread?: string;
  _tell(threadId: string | undefined, body: object): void;
  subscribe(listener: (event: { threadId: string }) => void): void;
}

/**
 * What in the panel is more than text. Runs in the page, so it uses nothing
 * from this file.
 */
function dangers(root: Element, host: string): string[] {
  const forbidden =
    'script,iframe,frame,object,embed,applet,base,link,meta,style,math,video,' +
    'audio,source,picture,map,area,dialog,template,marquee,noscript,' +
    'form:not(.jp-Cellwright-settings, .jp-Cellwright-serverForm, .jp-Cellwright-disclosure),' +
    'svg:not([data-icon]),input[type="password"],' +
    '[id="main"],.jp-Dialog';
  // Elements of the editor and of formulas, which no payload can write into.
  const ours = '.cm-editor, mjx-container, mjx-assistive-mml';
  const found = [...root.querySelectorAll(forbidden)]
    .filter(element => !element.closest(ours))
    .map(element => element.outerHTML.slice(0, 200));
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isHost = (text: string) => {
        try {
          return new URL(text, location.href).host.endsWith(host);
        } catch {
          // Not an address.
          return false;
        }
      };
      const bad =
        /^on|commandlinker/i.test(name) ||
        /^(srcdoc|srcset|ping|formaction|poster|background)$/i.test(name) ||
        (/^(xlink:)?href$/i.test(name) &&
          !/^(https?:|mailto:|#)/i.test(value)) ||
        (name === 'src' && (!/^data:image\//i.test(value) || isHost(value))) ||
        (name === 'style' &&
          /url\s*\(|expression|position:\s*fixed/i.test(value));
      if (bad) {
        found.push(`<${element.localName} ${name}="${value.slice(0, 100)}">`);
      }
    }
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>(
    'a[href^="http"]'
  )) {
    if (link.target !== '_blank' || !link.rel.includes('noopener')) {
      found.push(`opens here: ${link.outerHTML.slice(0, 200)}`);
    }
    if (!link.textContent!.includes(new URL(link.href).host)) {
      found.push(`hides where it leads: ${link.outerHTML.slice(0, 200)}`);
    }
  }
  const cards = root.querySelectorAll('.jp-Cellwright-card').length;
  const approvals = [...root.querySelectorAll('button')].filter(
    each => each.textContent?.trim() === 'Approve'
  ).length;
  if (approvals > cards) {
    found.push('a button like ours');
  }
  const { attacked } = window as { attacked?: unknown };
  if (attacked !== undefined) {
    found.push(`ran: ${String(attacked)}`);
    delete (window as { attacked?: unknown }).attacked;
  }
  return found;
}
