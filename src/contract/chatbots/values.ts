/** `booking`: confirms and cancels visits. `script`: replies by the owner's steps to words, buttons or times. */
export const CHATBOT_KINDS = ['booking', 'script'] as const;

/** Chatbots of a cabinet. */
export const MAX_CHATBOTS = 50;

export const LONGEST_CHATBOT_TITLE = 80;

/** Variables of the replies about a visit. */
export const BOOKING_BOT_VARIABLES = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'serviceTitle',
  'masterName',
  'orderSum',
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'businessName',
] as const;

/** The bot for visits and channels that have none of their own; every cabinet has it, under the same id. */
export const MAIN_BOOKING_BOT = '3f0a6a2e-9d41-4a57-8f0c-6f1f3f9f2b10';

/** The effect of a tried message. `person`: a member is to answer. */
export const TRIAL_EFFECTS = ['confirmed', 'cancelled', 'missed', 'person', 'courtesy', 'nothing', 'replied'] as const;

/** Starts of a bot of the owner's steps, tried in this order: a tap or a word is meant for the bot, the rest is any message. */
export const SCRIPT_TRIGGERS = ['button', 'words', 'first_message', 'outside_hours'] as const;

/** `branch` asks for the branch, `go` goes on at another step. */
export const SCRIPT_STEPS = ['message', 'wait', 'branch', 'go', 'person', 'assistant', 'end'] as const;

export const MAX_SCRIPT_TRIGGERS = 10;
export const MAX_SCRIPT_STEPS = 40;
/** Words and phrases of one trigger. */
export const MAX_SCRIPT_WORDS = 30;
export const LONGEST_SCRIPT_WORDS = 60;
/** Buttons of one message. */
export const MAX_SCRIPT_BUTTONS = 3;
export const LONGEST_SCRIPT_BUTTON = 20;
export const LONGEST_SCRIPT_REASON = 200;
/** Twelve hours: messengers allow free text for a day after the contact's message. */
export const LONGEST_SCRIPT_WAIT_SECONDS = 12 * 60 * 60;

/** Variables of a bot's messages. Those of the branch are empty until it is known. */
export const SCRIPT_VARIABLES = ['clientName', 'branchTitle', 'branchAddress', 'branchPhone', 'businessName'] as const;

/** Messages of such bots to one contact in ten minutes; then a person is to answer. */
export const MOST_SCRIPT_MESSAGES = 10;

/**
 * The reasons for which a bot cannot be switched on: codes of `chatbot.…`. `step_missing`: something leads to no step.
 * `step_repeated`: steps or buttons have the same name. `endless_steps`: the steps lead in a circle without a menu.
 */
export const SCRIPT_ISSUES = [
  'no_trigger',
  'no_step',
  'step_missing',
  'step_repeated',
  'endless_steps',
  'stop_word',
] as const;

/** Refusals of a bot of steps that is to be on. `trigger_taken`: another one has the same trigger in the same place. */
export const UNREADY = [
  'chatbot.no_trigger',
  'chatbot.no_step',
  'chatbot.step_missing',
  'chatbot.step_repeated',
  'chatbot.endless_steps',
  'chatbot.stop_word',
  'chatbot.trigger_taken',
] as const;
