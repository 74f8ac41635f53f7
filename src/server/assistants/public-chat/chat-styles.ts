/** Styles of the page of a public chat, after the common ones: the whole screen on a phone and in a frame. */
export const CHAT_STYLES = `
body { display: block; }
main {
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: 680px;
  height: 100dvh;
  margin: 0 auto;
  padding: 0 0 env(safe-area-inset-bottom, 0px);
  border-width: 0;
  border-radius: 0;
}
.logo { margin: 12px 16px 0; max-height: 36px; }
#chat { flex: 1; min-height: 0; display: flex; flex-direction: column; }
header { padding: 12px 16px; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 18px; }
header p { margin: 2px 0 0; font-size: 14px; }
.about { color: var(--text); }
noscript { display: block; padding: 16px; }
#app { flex: 1; min-height: 0; display: flex; flex-direction: column; }
#app[hidden], [hidden] { display: none !important; }
#log { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; margin: 0; padding: 16px; }
#log:focus-visible { outline: 2px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: -2px; }
#log > div { display: flex; flex-direction: column; align-items: flex-start; margin: 0 0 12px; }
#log .mine { align-items: flex-end; }
.who { margin: 0 4px 2px; color: var(--dim); font-size: 13px; }
.who.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.bubble {
  max-width: 85%;
  margin: 0;
  padding: 10px 14px;
  border-radius: 14px;
  background: var(--page);
  color: var(--text);
  white-space: pre-wrap;
}
.mine .bubble { background: var(--accent); color: #fff; }
.waiting .bubble { opacity: 0.65; }
.bubble img { display: block; max-width: 100%; max-height: 240px; margin-top: 6px; border-radius: 8px; }
.again { width: auto; min-height: 36px; margin-top: 4px; }
#log .problem { font-size: 14px; max-width: 85%; margin-top: 4px; }
#questions { display: flex; flex-wrap: wrap; gap: 8px; padding: 0 16px 8px; }
#questions button { width: auto; min-height: 40px; margin: 0; font-weight: 400; text-align: left; }
#state { margin: 0; padding: 4px 16px 8px; font-size: 14px; }
#state.busy { animation: breathe 1.6s ease-in-out infinite; }
@keyframes breathe { 50% { opacity: 0.5; } }
@media (prefers-reduced-motion: reduce) { #state.busy { animation: none; } }
#note { margin: 0; padding: 0 16px 8px; font-size: 14px; }
#details { padding: 0 16px 8px; font-size: 15px; }
#details summary { padding: 8px 0; cursor: pointer; color: var(--dim); }
#write { display: flex; align-items: flex-end; gap: 8px; padding: 8px 16px 12px; border-top: 1px solid var(--line); }
#write textarea { flex: 1; margin: 0; resize: none; font-size: 16px; line-height: 1.4; }
#write button { flex: none; width: 48px; min-height: 44px; margin: 0; padding: 0; font-size: 20px; }
`;
