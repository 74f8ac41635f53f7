import type { GoogleAccount } from './state.ts';

/** The page on which a person chooses an account. Plain HTML with a form: it needs nothing else. */
export function chooserPage(
  accounts: GoogleAccount[],
  clientId: string,
  action: string,
  fields: Record<string, string | undefined>,
): string {
  const hidden = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value ?? '')}">`)
    .join('');
  const rows = accounts
    .map(
      ({ email, name, verified }) => `<button class="row" name="account" value="${escape(email)}">
        <span class="avatar">${escape(name.slice(0, 1))}</span>
        <span><b>${escape(name)}</b><br><small>${escape(email)}${verified ? '' : ' · адрес не подтверждён'}</small></span></button>`,
    )
    .join('');
  return frame(
    'Выбор аккаунта',
    `<h1>Выберите аккаунт</h1><p>чтобы продолжить в <b>${escape(clientId)}</b></p>
     <form method="post" action="${action}">${hidden}${rows}
     <button class="row quiet" name="account" value="">Отменить</button></form>`,
  );
}

export function problemPage(problem: string): string {
  return frame('Вход невозможен', `<h1>Вход невозможен</h1><p>Ошибка 400: ${escape(problem)}</p>`);
}

const frame = (title: string, content: string) => `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.45 system-ui,sans-serif;background:light-dark(#f0f4f9,#1e1f20)}
main{width:min(440px,100vw - 24px);padding:36px 28px;border-radius:24px;background:light-dark(#fff,#0e0e0e)}
.mark{font-weight:600;font-size:22px;letter-spacing:-.5px}h1{font-weight:500;font-size:26px;margin:20px 0 4px}
p{margin:0 0 20px;color:light-dark(#444746,#c4c7c5)}small{color:light-dark(#5f6368,#9aa0a6)}
.row{display:flex;gap:14px;align-items:center;width:100%;min-height:60px;padding:10px 8px;border:0;border-top:1px solid light-dark(#e4e7eb,#303134);
background:none;font:inherit;color:inherit;text-align:left;cursor:pointer}.row:hover{background:light-dark(#f4f7fb,#1b1c1d)}
.avatar{display:grid;place-items:center;width:36px;height:36px;border-radius:50%;background:#7b61d6;color:#fff;flex:none}
.quiet{color:light-dark(#0b57d0,#a8c7fa)}</style></head>
<body><main><div class="mark">Google <small>в мире-тренажёре</small></div>${content}</main></body></html>`;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
