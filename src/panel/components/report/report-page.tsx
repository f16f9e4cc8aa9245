import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';

import { REFERENCE, REFERRED, reportBody } from '../../render/report-body';
import { reportPagesOf } from '../../stores/report-pages';
import { usePanel } from '../common/panel-context';

/** A harmless preview of a report; pressing a reference shows its cell. */
export function ReportPage({ report, html }: { report: string; html: string }) {
  const store = usePanel();
  const { trans } = store.services;
  const pages = reportPagesOf(store);
  const last = useStore(pages.state, state => state[report]?.last ?? null);
  const node = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const held = node.current?.contains(document.activeElement) ?? false;
    node.current?.replaceChildren(reportBody(html));
    for (const each of references(node.current)) {
      each.title = trans.__('Show the cell in the notebook');
      each.setAttribute(
        'aria-label',
        trans.__('Evidence %1, show its cell', each.textContent ?? '')
      );
    }
    if (held) {
      node.current?.focus();
    }
  }, [html, trans]);
  useLayoutEffect(() => {
    for (const each of references(node.current)) {
      if (each.getAttribute(REFERENCE) === last) {
        each.setAttribute('aria-current', 'true');
      } else {
        each.removeAttribute('aria-current');
      }
    }
  }, [html, last]);
  return (
    <div
      ref={node}
      className="jp-Cellwright-reportPage"
      role="document"
      aria-label={trans.__('The report')}
      tabIndex={0}
      onClick={event => {
        const target = event.target as Element;
        const pressed = target.closest(`[${REFERENCE}]`);
        const id = pressed?.getAttribute(REFERENCE);
        if (id) {
          unfold(node.current, id);
          pages.reveal(report, id);
        }
      }}
    />
  );
}

function references(node: HTMLElement | null): HTMLElement[] {
  return [...(node?.querySelectorAll<HTMLElement>(`[${REFERENCE}]`) ?? [])];
}

/** Opens the entry for this evidence at the end of the report. */
function unfold(node: HTMLElement | null, id: string): void {
  const referred = node?.querySelector(`[${REFERRED}="${CSS.escape(id)}"]`);
  const fold = referred?.closest('details');
  if (fold) {
    fold.open = true;
  }
}
