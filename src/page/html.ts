import type { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;
