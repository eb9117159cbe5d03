import JournalApp
import Testing
