/** Emoji of the picker, by group; loaded with it. */
export const EMOJI_GROUPS = {
  people:
    '😀 😃 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😜 🤗 🤭 🤫 🤔 😐 😏 😌 😴 🤒 🤧 🥳 😎 🤓 😕 😟 🙁 😮 😳 🥺 😢 😭 😤 😠 🤯 😱 👋 ✋ 👌 ✌️ 🤞 👍 👎 👏 🙌 🤝 🙏 💪 👀 💋 ❤️ 🧡 💛 💚 💙 💜 🤍 🖤 💔 💕 💯',
  beauty: '💇 💇‍♂️ 💈 ✂️ 💅 💄 💆 🧖 🛁 🧴 🪞 👗 👠 👜 💍 🕶️ 🦷 🩺 💊 💉 🏥 👓 🧘 🏋️ 🚿 🪥 🧼 🕯️ 🪮',
  nature: '🐶 🐱 🐰 🐾 🦊 🐻 🐼 🦄 🐝 🦋 🌸 💐 🌹 🌷 🌻 🌼 🌿 🍀 🍁 🌳 ☀️ 🌤️ ☁️ 🌧️ ⛄ ❄️ 🌈 ⭐ 🌟 ✨ ⚡ 🔥 💧 🌙',
  food: '🍏 🍓 🍒 🍑 🍋 🍉 🥑 🥗 🍞 🥐 🧀 🍳 🍔 🍟 🍕 🌮 🍣 🍝 🍜 🍰 🎂 🍩 🍪 🍫 🍦 ☕ 🍵 🥤 🍷 🍸 🥂 🍾 🍺',
  places: '🚗 🚕 🚌 🚇 🚲 🛵 ✈️ 🏠 🏢 🏬 🏖️ 🗺️ 📍 🧭 🅿️ 🚪 🛗',
  things: '📅 🗓️ ⏰ ⏳ ⌛ 📞 📱 💬 ✉️ 📷 🎥 🎵 🎁 🎈 🎉 🎊 🏆 🎟️ 💳 💵 🧾 🛍️ 🛒 📦 📎 📌 📝 📄 🔑 🔔 💡 🔗',
  signs: '✅ ☑️ ✔️ ❌ ❗ ❓ ‼️ ⚠️ 🚫 ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔄 🆕 🆓 🔝 🆗 🔴 🟠 🟡 🟢 🔵 ⚪ ⚫ 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 🏁',
} as const;
export type EmojiGroup = keyof typeof EMOJI_GROUPS;
