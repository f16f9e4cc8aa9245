// CodeMirror measures again and again. jsdom has no layout, and would go through
// every rule of every style sheet for an answer that says nothing.
window.getComputedStyle = element => (element as HTMLElement).style;

export {};
