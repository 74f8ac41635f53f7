/** Common styles of public pages; `--accent` is the colour of the business. */
export const VISITOR_STYLES = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8;
  --card: #fff;
  --line: #e5e8ed;
  --text: #171c25;
  --dim: #5b6472;
  --good: #15803d;
  --bad: #b91c1c;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}

/* NOTE: light-dark() is rewritten to follow the cabinet's own switch, which this page has not */
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171d;
    --card: #1b1f27;
    --line: #2c323d;
    --text: #e8eaef;
    --dim: #a4adba;
    --good: #4ade80;
    --bad: #f87171;
  }
}

body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  background: var(--page);
  color: var(--text);
}

main {
  box-sizing: border-box;
  width: min(440px, 100vw - 32px);
  margin: 16px;
  padding: 28px 24px;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 14px;
}

h1 {
  margin: 0 0 8px;
  font-size: 22px;
  line-height: 1.25;
  text-wrap: balance;
  overflow-wrap: anywhere;
}

h2 {
  margin: 24px 0 8px;
  font-size: 17px;
  line-height: 1.3;
}

.logo {
  display: block;
  max-width: 160px;
  max-height: 56px;
  margin: 0 0 16px;
}

p {
  margin: 0 0 12px;
  color: var(--dim);
  line-height: 1.5;
  overflow-wrap: anywhere;
}

.state {
  color: var(--good);
  font-weight: 600;
}

.problem {
  color: var(--bad);
}

dl {
  margin: 0 0 12px;
  display: grid;
  gap: 10px;
}

dt {
  color: var(--dim);
  font-size: 14px;
}

dd {
  margin: 2px 0 0;
  line-height: 1.4;
  overflow-wrap: anywhere;
}

a {
  color: inherit;
}

a.button {
  display: grid;
  place-items: center;
  text-align: center;
  text-decoration: none;
}

button,
a.button {
  box-sizing: border-box;
  width: 100%;
  min-height: 48px;
  margin-top: 8px;
  padding: 8px 16px;
  border: 0;
  border-radius: 10px;
  background: var(--accent);
  color: #fff;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button.second,
a.button.second {
  background: transparent;
  color: var(--text);
  border: 1px solid var(--line);
}

:is(button, a, input, textarea, select):focus-visible {
  outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent);
  outline-offset: 2px;
}


fieldset {
  margin: 0;
  padding: 0;
  border: 0;
}

legend {
  padding: 0;
  margin: 0 0 8px;
  color: var(--dim);
  line-height: 1.5;
}

label {
  display: flex;
  gap: 12px;
  padding: 10px 0;
  line-height: 1.4;
  cursor: pointer;
}

input[type='radio'] {
  flex: none;
  width: 20px;
  height: 20px;
  margin: 1px 0 0;
  accent-color: var(--accent);
}

input:is([type='text'], [type='tel'], [type='date'], [type='time'], [type='number'], [type='email']),
textarea,
select {
  box-sizing: border-box;
  width: 100%;
  min-height: 44px;
  margin: 4px 0 12px;
  padding: 8px 12px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--page);
  color: var(--text);
  font: inherit;
}

label.field {
  display: block;
  padding: 0;
}

small {
  display: block;
  color: var(--dim);
  font-size: 14px;
}
`;
