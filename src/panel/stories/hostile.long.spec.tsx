import { EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { createMarkdownParser } from '@jupyterlab/markedparser-extension';
import { act } from 'react';

import type { EventBody, IMention } from '../../contract';
import { until } from '../../testing/until';
import { CHANNELS } from './hostile-channels';
import { HOSTILE_HOST, PAYLOADS, type IPayload } from './hostile-payloads';
import { PanelFixture } from './panel-fixture';
import { runStarted, userMessage } from './events';

const RUN: EventBody[] = [userMessage('u1', 'Go'), runStarted()];

const FORBIDDEN =
  'script,iframe,frame,object,embed,applet,base,link,meta,style,math,video,' +
  'audio,source,picture,map,area,dialog,template,marquee,noscript,' +
  'form:not(.jp-Cellwright-settings),' +
  'svg:not([data-icon]),input[type="password"],body body';

let panel: PanelFixture;

beforeEach(async () => {
  // As in the page: JupyterLab's own Markdown parser.
  panel = new PanelFixture({
    markdownParser: createMarkdownParser(new EditorLanguageRegistry())
  });
  panel.preferences.set({ debug: true });
  await panel.mount();
});

afterEach(() => {
  delete (window as { attacked?: unknown }).attacked;
});

/** Opens everything that can be opened. */
async function unfold(): Promise<void> {
  await act(async () => {
    for (const toggle of Array.from(
      panel.host.querySelectorAll<HTMLElement>(
        '[aria-expanded="false"]:not(.jp-Cellwright-modelName, [aria-haspopup])'
      )
    )) {
      toggle.click();
    }
  });
  await panel.settle(1);
}

/** What in the panel is more than text, in words; nothing if all is well. */
function dangers(root: HTMLElement): string[] {
  const found = Array.from(root.querySelectorAll(FORBIDDEN)).map(
    element => `<${element.localName}>`
  );
  for (const element of Array.from(root.querySelectorAll('*'))) {
    for (const { name, value } of Array.from(element.attributes)) {
      const where = `<${element.localName} ${name}=${JSON.stringify(value)}>`;
      if (/^on/i.test(name) || /commandlinker/i.test(name)) {
        found.push(where);
      }
      if (/^(srcdoc|srcset|ping|formaction|poster|background)$/i.test(name)) {
        found.push(where);
      }
      if (
        /^(xlink:)?href$/i.test(name) &&
        !/^(https?:|mailto:|#)/i.test(value)
      ) {
        found.push(where);
      }
      if (name === 'src' && !/^data:image\//i.test(value)) {
        found.push(where);
      }
      if (
        name === 'style' &&
        /url\s*\(|expression|position:\s*fixed/i.test(value)
      ) {
        found.push(where);
      }
    }
  }
  const links = root.querySelectorAll<HTMLAnchorElement>('a[href^="http"]');
  for (const link of Array.from(links)) {
    if (link.target !== '_blank' || !/noopener/.test(link.rel)) {
      found.push(`opens here: ${link.outerHTML}`);
    }
    if (!link.textContent?.includes(new URL(link.href).host)) {
      found.push(`hides where it leads: ${link.outerHTML}`);
    }
  }
  return found;
}

/** The panel's own buttons; a payload must not add one with the same name. */
function approvals(): number {
  return panel.all('button', 'Approve').length;
}

it('has a corpus of at least fifty payloads, each with its own name', () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(50);
  expect(new Set(PAYLOADS.map(({ text }) => text)).size).toBe(PAYLOADS.length);
});

it('would be seen by this spec if it got through', () => {
  const raw = document.createElement('div');
  const inert = new DOMParser().parseFromString(
    '<img src="https://x" onerror="1"><script></script><a href="javascript:1">x</a>' +
      '<a href="https://github.com@evil.example/">github.com</a>',
    'text/html'
  );
  raw.append(
    ...Array.from(inert.head.children),
    ...Array.from(inert.body.children)
  );
  expect(dangers(raw)).toHaveLength(6);
});

describe.each(Object.entries(CHANNELS))('through %s', (channel, events) => {
  it('nothing runs, loads, leads astray or passes for a part of the panel', async () => {
    const failures: string[] = [];
    for (const { name, text } of portions(channel)) {
      await bring(channel, events(`${BEGINNING}\n\n${text}`));
      await unfold();
      failures.push(...dangers(panel.host).map(found => `${name}: ${found}`));
      const cards = panel.all('group', /^Review: /).length;
      if (approvals() > cards || panel.host.querySelector('[id="main"]')) {
        failures.push(`${name}: looks like a part of the panel`);
      }
      if (!panel.host.innerHTML.includes(BEGINNING)) {
        failures.push(`${name}: is not shown at all`);
      }
      await act(async () => panel.store.newConversation());
    }
    expect(failures).toEqual([]);
    expect((window as { attacked?: unknown }).attacked).toBeUndefined();
    expect(document.querySelector(`[src*="${HOSTILE_HOST}"]`)).toBeNull();
  });
});

/**
 * Appears wherever a payload is shown, so that a test cannot pass because the
 * payload is missing.
 */
const BEGINNING = 'Begin 4711.';

/**
 * Where text is parsed, each payload is tested alone: one can swallow the next.
 */
const PARSED: readonly string[] = ['a model’s text', 'a final answer'];

function portions(channel: string): readonly IPayload[] {
  return PARSED.includes(channel) ? PAYLOADS : GROUPS;
}

const GROUPS: readonly IPayload[] = Array.from(
  { length: Math.ceil(PAYLOADS.length / 10) },
  (_, index) => PAYLOADS.slice(10 * index, 10 * index + 10)
).map(group => ({
  name: group.map(({ name }) => name).join(', '),
  text: group.map(({ text }) => text).join('\n\n')
}));

/**
 * An event without effect, but urgent, so that held events are processed at
 * once.
 */
const NOW: EventBody = {
  type: 'review-decided',
  interruptId: 'none',
  callId: 'none',
  decision: { type: 'approve' },
  by: 'person'
};

async function bring(channel: string, bodies: EventBody[]): Promise<void> {
  await act(async () => {
    for (const body of [...RUN, ...bodies, NOW]) {
      panel.agent.tell(panel.threadId, body);
    }
    if (channel === 'the debug view') {
      panel.store.show({ name: 'debug' });
    }
  });
  await unfold();
  // Markdown is rendered a moment later, and periodically while it streams.
  await until(async () => {
    const isShown = panel.host.innerHTML.includes(BEGINNING);
    await (isShown ? null : panel.settle(10));
    return isShown;
  }, `The payload through ${channel}`);
}

describe('through what the panel asks others for', () => {
  it('suggestions, mentions, settings and models stay text', async () => {
    const failures: string[] = [];
    for (const { name, text } of PAYLOADS) {
      panel.workspace.offers = [{ title: text, detail: text, prompt: text }];
      panel.workspace.mentionable = [mention(text)];
      panel.preferences.set({}, [text]);
      panel.models.known = [
        {
          ...panel.models.known[0],
          title: text,
          description: text,
          missing: text
        }
      ];
      await act(async () => {
        panel.store.newConversation();
        panel.store.openModelForm();
        panel.store.composing.attach(mention(text).attachment);
        panel.store.composing.setDraft('@');
      });
      await panel.settle(5);
      failures.push(...dangers(panel.host).map(found => `${name}: ${found}`));
      await act(async () => panel.store.closeModelForm());
    }
    expect(failures).toEqual([]);
  });

  function mention(text: string): IMention {
    return {
      attachment: { kind: 'variable', name: text },
      label: text,
      detail: text
    };
  }
});
